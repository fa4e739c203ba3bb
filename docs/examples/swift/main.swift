import FetchSched
print("to come")
