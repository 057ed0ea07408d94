"""The driver of the HDD thesis (Figure 7.2): reduces SHA1.java, and writes what is left to min.java."""

from thresher.thesis import HDD, HDDParserBuilder, HDDTest

j = HDDParserBuilder("../grammars/java.y")
tree = j.parse("SHA1.java")

with HDDTest(".java", "./test.sh %s", "DIVIDE ZERO", directory="test") as tester:
    HDD(tree, tester)

with open("min.java", "w") as min:
    min.write(tree.unparse())
