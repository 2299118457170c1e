{
  "targets": [
    {
      "target_name": "crash_collector",
      "sources": ["src/addon.cc"],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_DISABLE_CPP_EXCEPTIONS"],
      "cflags": ["-Wall", "-Wextra", "-Wno-unused-parameter"],
      "cflags_cc": ["-fno-exceptions", "-O2"]
    }
  ]
}
