import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Reads an archive from its beginning to its end, as from a pipe, and extracts it where a folder is given. */
class ReadZipStream {
  public static void main(String[] args) throws Exception {
    Path archive = Path.of(args[0]);
    int count = 0;
    try (InputStream input = Files.newInputStream(archive); ZipInputStream zip = new ZipInputStream(input)) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; count++) {
        if (args.length == 1) zip.transferTo(java.io.OutputStream.nullOutputStream());
        else {
          Path target = Path.of(args[1]).resolve(entry.getName());
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
        }
      }
    }
    try (ZipFile whole = new ZipFile(archive.toFile())) {
      if (count != whole.size()) throw new Exception(count + " of " + whole.size() + " entries are in the stream.");
    }
  }
}
