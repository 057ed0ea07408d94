#version 450
layout(location=0) in vec2 uv; layout(location=0) out vec4 color;
layout(binding=1) uniform U { mat4 view; vec4 lights[8]; int count; float gamma; } u;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
float noise(vec2 p) { vec2 i = floor(p), f = fract(p); f = f*f*(3.0-2.0*f);
  return mix(mix(hash(i), hash(i+vec2(1,0)), f.x), mix(hash(i+vec2(0,1)), hash(i+vec2(1,1)), f.x), f.y); }
void main() {
  vec3 sum = vec3(noise(uv));
  for (int i = 0; i < u.count; ++i) { vec3 l = u.lights[i].xyz; if (length(l) > 100.0) break; sum += normalize(l); }
  switch (int(uv.x * 4.0)) { case 0: sum *= 0.5; break; case 1: sum = sum.zyx; break; case 3: discard; }
  color = u.view * vec4(pow(sum, vec3(1.0 / u.gamma)), 1.0);
}
