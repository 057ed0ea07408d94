#version 450
layout(local_size_x=64) in;
layout(binding=0) buffer A { uint count; uint data[]; } a;
layout(binding=1) buffer B { vec4 points[]; } b;
shared uint least[64];
uint mixed(uint x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; return x; }
vec4 moved(vec4 p, float t) { return p.w > 0.5 ? vec4(p.xyz + t * normalize(p.yzx), p.w) : vec4(cross(p.xyz, p.zxy), t); }
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  least[l] = mixed(i + a.count);
  barrier();
  for (uint s = 32u; s > 0u; s >>= 1) { if (l < s) least[l] = min(least[l], least[l + s]); barrier(); }
  if (l == 0u) atomicAdd(a.data[i % 16u], least[0]);
  b.points[i] = moved(b.points[i], float(mixed(i)) / 4294967296.0);
}
