{
  "variables": {
    # A newer compiler's new warning must not break an install, so warnings are errors in CI only.
    "werror%": "<!(node -p \"process.env.CI ? 1 : 0\")"
  },
  "targets": [
    {
      "target_name": "crash_collector",
      "sources": [
        "src/addon.cc",
        "src/async_context_binding.cc",
        "src/awaiting_tasks.cc",
        "src/capture_on_hook.cc",
        "src/cleanup_binding.cc",
        "src/contents_writer.cc",
        "src/element_writer.cc",
        "src/error_site.cc",
        "src/exit_lines.cc",
        "src/fatal_exception.cc",
        "src/fatal_exception_binding.cc",
        "src/function_entry.cc",
        "src/function_writer.cc",
        "src/graph_walk.cc",
        "src/graph_writer.cc",
        "src/gzip.cc",
        "src/async_tasks_binding.cc",
        "src/gzip_file.cc",
        "src/heap_binding.cc",
        "src/heap_graph.cc",
        "src/heap_layout.cc",
        "src/heap_packer.cc",
        "src/heap_pages.cc",
        "src/heap_spaces_binding.cc",
        "src/loop_handles.cc",
        "src/loop_handles_binding.cc",
        "src/inner_slots.cc",
        "src/intrinsics.cc",
        "src/json_out.cc",
        "src/machine_binding.cc",
        "src/name_cache.cc",
        "src/object_kind.cc",
        "src/kept_objects.cc",
        "src/object_table.cc",
        "src/own_script.cc",
        "src/packing_thread.cc",
        "src/process_memory.cc",
        "src/property_writer.cc",
        "src/ration.cc",
        "src/redactor.cc",
        "src/redactor_assignments.cc",
        "src/redactor_binding.cc",
        "src/redactor_cards.cc",
        "src/redactor_names.cc",
        "src/redactor_needles.cc",
        "src/redactor_phrases.cc",
        "src/redactor_random.cc",
        "src/redactor_scanner.cc",
        "src/redactor_tokens.cc",
        "src/redactor_values.cc",
        "src/reserved_memory.cc",
        "src/settling.cc",
        "src/shape_cache.cc",
        "src/snapshot/capture_stack.cc",
        "src/snapshot/closure_scopes.cc",
        "src/snapshot/details_writer.cc",
        "src/snapshot/frame_reader.cc",
        "src/snapshot/function_texts.cc",
        "src/snapshot/scope_writer.cc",
        "src/snapshot/script_url.cc",
        "src/snapshot/settling_values.cc",
        "src/snapshot/snapshot_binding.cc",
        "src/snapshot/snapshot_store.cc",
        "src/stack_formatting.cc",
        "src/stack_scripts.cc",
        "src/stderr_line.cc",
        "src/string_reader.cc",
        "src/task_finder.cc",
        "src/task_links.cc",
        "src/task_probes.cc",
        "src/text_buffer.cc",
        "src/thread_list.cc",
        "src/thread_list_binding.cc",
        "src/thread_stack.cc",
        "src/throw_hooks.cc",
        "src/throw_hooks_binding.cc",
        "src/v8_internals/debug_interface.cc",
        "src/v8_internals/ephemeron_table.cc",
        "src/v8_internals/error_identity.cc",
        "src/v8_internals/inner_state.cc",
        "src/v8_internals/known_builds.cc",
        "src/v8_internals/loaded_object.cc",
        "src/v8_internals/symbol_file.cc",
        "src/v8_internals/symbols.cc",
        "src/v8_internals_binding.cc",
        "src/value_writer.cc"
      ],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_DISABLE_CPP_EXCEPTIONS", "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"],
      # The C++ standard (17 for Node.js 20 and 22, 20 for later ones), -fno-rtti and the optimisation are those of Node.js's
      # own headers.
      "cflags": ["-Wall", "-Wextra", "-Wno-unused-parameter"],
      "cflags_cc": ["-fno-exceptions"],
      "xcode_settings": { "WARNING_CFLAGS": ["-Wall", "-Wextra", "-Wno-unused-parameter"] },
      "conditions": [
        # GCC 12 sees an overlap in its own std::string, with C++20 only (its bug 105651). The variable clang says what Node.js was
        # compiled with, not what compiles this; clang knows no -Wrestrict.
        # Hidden: each exported name is one for the dynamic linker to look up, at every start.
        ["OS=='linux'", {
          "cflags_cc": ["-Wno-unknown-warning-option", "-Wno-restrict", "-fvisibility=hidden"],
          "ldflags": ["-Wl,--gc-sections"]
        }],
        ["werror==1", {
          "cflags": ["-Werror"],
          "xcode_settings": { "GCC_TREAT_WARNINGS_AS_ERRORS": "YES" }
        }]
      ]
    }
  ]
}
