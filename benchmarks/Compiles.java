import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Stream;
import javax.tools.*;

/** Answers for each line "FOLDER FILE NEEDLE" whether the file compiles to classes, one of which has the text in it. */
class Compiles {
    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] words = line.split(" ", 3);
            System.out.println(has(compiler, words[0], words[1], words[2]) ? "yes" : "no");
        }
    }

    static boolean has(JavaCompiler compiler, String folder, String file, String needle) throws IOException {
        String[] options = {"--patch-module", "java.base=" + folder, "-nowarn", "-proc:none", "-d", folder + "/out", folder + "/" + file};
        new File(folder, "out").mkdir();
        OutputStream nowhere = OutputStream.nullOutputStream();
        if (compiler.run(null, nowhere, nowhere, options) != 0) {
            return false;
        }
        try (Stream<Path> paths = Files.walk(Path.of(folder, "out"))) {
            for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
                if (new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).contains(needle)) {
                    return true;
                }
            }
        }
        return false;
    }
}
