package android.util;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;

/** A stub of the framework's class. */
public class AtomicFile {
    /** For tests: the disk is full. */
    public static boolean isFull;

    private final File base;

    public AtomicFile(File baseName) {
        base = baseName;
    }

    private File next() {
        return new File(base.getPath() + ".new");
    }

    public byte[] readFully() throws IOException {
        try {
            return Files.readAllBytes(base.toPath());
        } catch (NoSuchFileException none) {
            throw new FileNotFoundException(none.getMessage());
        }
    }

    public FileOutputStream startWrite() throws IOException {
        if (isFull) {
            throw new IOException("no space left");
        }
        return new FileOutputStream(next());
    }

    public void finishWrite(FileOutputStream str) {
        try {
            str.close();
            Files.move(next().toPath(), base.toPath(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException error) {
            throw new AssertionError(error);
        }
    }

    /** Takes null, as the framework's does. */
    public void failWrite(FileOutputStream str) {
        if (str != null) {
            next().delete();
        }
    }
}
