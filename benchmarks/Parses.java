// Counts the files that javac's own parser finds a syntax error in: java Parses.java FILE...
import com.sun.source.util.JavacTask;
import java.io.File;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

class Parses {
    public static void main(String[] files) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int broken = 0;
        for (String file : files) {
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            try (StandardJavaFileManager manager = compiler.getStandardFileManager(found, null, null)) {
                Iterable<? extends JavaFileObject> sources = manager.getJavaFileObjects(new File(file));
                ((JavacTask) compiler.getTask(null, manager, found, List.of("-proc:none"), null, sources)).parse();
            }
            if (!found.getDiagnostics().isEmpty()) {
                broken++;
                System.err.println(found.getDiagnostics().get(0));
            }
        }
        System.out.println(broken);
    }
}
