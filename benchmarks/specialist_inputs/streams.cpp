#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>
static std::map<std::string, std::vector<int>> table;
int classify(int x) { switch (x) { case 0: return 3; case 1: return 9; case 2: return 27; case 7: return 81;
  default: return x > 100 ? -1 : 0; } }
int parse(const std::string &text) {
  std::istringstream in(text); std::string word; int total = 0;
  while (in >> word) { table[word].push_back(std::stoi(word)); total += classify(table[word].back()); }
  return total;
}
long sum(const int *a, int n) { long s = 0; for (int i = 0; i < n; ++i) s += a[i] > 3 ? a[i] : 1; return s; }
int main(int argc, char **argv) { return argc > 1 ? parse(argv[1]) : (int)sum(&argc, 1); }
