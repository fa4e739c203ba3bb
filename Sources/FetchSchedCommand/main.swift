print("fetchsched")
