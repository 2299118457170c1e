{
  "variables": {
    # A newer compiler's new warning must not break an install, so warnings are errors in CI only.
    "werror%": "<!(node -p \"process.env.CI ? 1 : 0\")",
    # 1: sources of a folder are compiled together, which takes less than half of the time. For the packages of platforms
    # each is compiled by itself.
    "unity%": 0,
    "crash_collector": [
      "src/base/ancestors.cc",
      "src/base/collections.cc",
      "src/base/memory_group.cc",
      "src/base/page_copies.cc",
      "src/base/process_memory.cc",
      "src/base/quiet_thread.cc",
      "src/base/reserved_memory.cc",
      "src/base/settled_promises.cc",
      "src/base/thread_stack.cc",
      "src/bindings/addon.cc",
      "src/bindings/async_context_binding.cc",
      "src/bindings/async_tasks_binding.cc",
      "src/bindings/cleanup_binding.cc",
      "src/bindings/detached_program_binding.cc",
      "src/bindings/execution_path_binding.cc",
      "src/bindings/fatal_exception_binding.cc",
      "src/bindings/graph_walk_binding.cc",
      "src/bindings/gzip_binding.cc",
      "src/bindings/heap_limit_binding.cc",
      "src/bindings/heap_snapshot_binding.cc",
      "src/bindings/heap_spaces_binding.cc",
      "src/bindings/loop_handles_binding.cc",
      "src/bindings/machine_binding.cc",
      "src/bindings/own_script_binding.cc",
      "src/bindings/redactor_binding.cc",
      "src/bindings/snapshot_binding.cc",
      "src/bindings/stack_formatting_binding.cc",
      "src/bindings/stack_scripts_binding.cc",
      "src/bindings/thread_list_binding.cc",
      "src/bindings/thread_stacks_binding.cc",
      "src/bindings/throw_hooks_binding.cc",
      "src/bindings/v8_internals_binding.cc",
      "src/bindings/watch_binding.cc",
      "src/heap/collection_log.cc",
      "src/heap/gzip_file.cc",
      "src/heap/heap_limit.cc",
      "src/heap/out_of_memory_dump.cc",
      "src/hooks/capture_on_hook.cc",
      "src/hooks/contexts/new_contexts.cc",
      "src/hooks/function_entry.cc",
      "src/hooks/promise_rejections.cc",
      "src/hooks/ration.cc",
      "src/hooks/test_errors.cc",
      "src/hooks/throw_hooks.cc",
      "src/redaction/assignments.cc",
      "src/redaction/cards.cc",
      "src/redaction/commands.cc",
      "src/redaction/csv.cc",
      "src/redaction/encoded.cc",
      "src/redaction/given_values.cc",
      "src/redaction/lists.cc",
      "src/redaction/logged.cc",
      "src/redaction/named_values.cc",
      "src/redaction/names.cc",
      "src/redaction/needles.cc",
      "src/redaction/personal.cc",
      "src/redaction/phrases.cc",
      "src/redaction/protocols.cc",
      "src/redaction/random.cc",
      "src/redaction/redactor.cc",
      "src/redaction/scanner.cc",
      "src/redaction/sql.cc",
      "src/redaction/tokens.cc",
      "src/redaction/values.cc",
      "src/report/detached_program.cc",
      "src/report/end_watch.cc",
      "src/report/exit_lines.cc",
      "src/report/fatal_exception.cc",
      "src/report/format_stack.cc",
      "src/report/loop_handles.cc",
      "src/report/printed_errors.cc",
      "src/report/quiet_sync_trace.cc",
      "src/report/stderr_line.cc",
      "src/report/survived_errors.cc",
      "src/snapshot/capture_stack.cc",
      "src/snapshot/closure_scopes.cc",
      "src/snapshot/details_writer.cc",
      "src/snapshot/error_site.cc",
      "src/snapshot/error_sites.cc",
      "src/snapshot/frame_reader.cc",
      "src/snapshot/function_texts.cc",
      "src/snapshot/same_objects.cc",
      "src/snapshot/scope_writer.cc",
      "src/snapshot/script_url.cc",
      "src/snapshot/snapshot_store.cc",
      "src/snapshot/stack_copies.cc",
      "src/snapshot/values_at_hand.cc",
      "src/text/json_out.cc",
      "src/text/text_buffer.cc",
      "src/v8_internals/builds/known_builds.cc",
      "src/v8_internals/builds/loaded_object.cc",
      "src/v8_internals/builds/symbol_file.cc",
      "src/v8_internals/builds/symbols.cc",
      "src/v8_internals/debug_interface.cc",
      "src/v8_internals/ephemeron_table.cc",
      "src/v8_internals/error_identity.cc",
      "src/v8_internals/frames/dead_stack.cc",
      "src/v8_internals/frames/frame_finder.cc",
      "src/v8_internals/frames/frame_memo.cc",
      "src/v8_internals/frames/frame_trial.cc",
      "src/v8_internals/frames/new_target.cc",
      "src/v8_internals/frames/saved_registers.cc",
      "src/v8_internals/frames/stack_copy.cc",
      "src/v8_internals/frames/weak_copy.cc",
      "src/v8_internals/frames/young_objects.cc",
      "src/v8_internals/heap/awaiting_tasks.cc",
      "src/v8_internals/heap/current_settling.cc",
      "src/v8_internals/heap/heap_layout.cc",
      "src/v8_internals/heap/heap_pages.cc",
      "src/v8_internals/heap/promise_reactions.cc",
      "src/v8_internals/heap/task_finder.cc",
      "src/v8_internals/heap/task_links.cc",
      "src/v8_internals/heap/task_probes.cc",
      "src/v8_internals/histogram/heap_histogram.cc",
      "src/v8_internals/histogram/map_index.cc",
      "src/v8_internals/inner_state.cc",
      "src/walk/graph_walk.cc",
      "src/walk/graph_walk_met.cc",
      "src/walk/objects/intrinsics.cc",
      "src/walk/objects/object_kind.cc",
      "src/walk/objects/object_table.cc",
      "src/walk/objects/pins.cc",
      "src/walk/records/contents_writer.cc",
      "src/walk/records/contents_writer_slots.cc",
      "src/walk/records/function_writer.cc",
      "src/walk/records/name_cache.cc",
      "src/walk/records/promise_writer.cc",
      "src/walk/records/property_writer.cc",
      "src/walk/records/property_writer_elements.cc",
      "src/walk/records/shape_cache.cc",
      "src/walk/records/statement_values.cc",
      "src/walk/records/string_reader.cc",
      "src/walk/records/value_writer.cc",
      "src/watch/ask.cc",
      "src/watch/bounded_call.cc",
      "src/watch/termination.cc",
      "src/watch/thread_entry.cc",
      "src/watch/thread_list.cc",
      "src/watch/thread_stacks.cc",
      "src/watch/watch_thread.cc"
    ],
    "crash_collector_signals": [
      "src/base/process_memory.cc",
      "src/bindings/signals_addon.cc",
      "src/signals/call_frame_info.cc",
      "src/signals/dump_file.cc",
      "src/signals/dwarf_expression.cc",
      "src/signals/fatal_signals.cc",
      "src/signals/memory_map.cc",
      "src/signals/safe_text.cc",
      "src/signals/signal_dump.cc",
      "src/signals/stack_walk.cc",
      "src/v8_internals/frame_functions.cc"
    ]
  },
  # Of each target.
  "target_defaults": {
    # So that an include names a file by its path below src.
    "include_dirs": ["src", "<!(node -p \"require('node-addon-api').include_dir\")"],
    "defines": ["NAPI_DISABLE_CPP_EXCEPTIONS", "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"],
    # The C++ standard (17 for Node.js 20 and 22, 20 for later ones) and -fno-rtti are those of Node.js's own headers.
    "cflags": ["-Wall", "-Wextra", "-Wno-unused-parameter"],
    "cflags_cc": ["-fno-exceptions"],
    # -O3 of the headers makes a capture no faster, and the addon, all of which becomes resident, 0.4 MB larger.
    # _FORTIFY_SOURCE needs an optimiser. Some compilers define it themselves, hence the -U.
    "configurations": {
      "Release": { "cflags!": ["-O3"], "cflags": ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"] }
    },
    "xcode_settings": { "WARNING_CFLAGS": ["-Wall", "-Wextra", "-Wno-unused-parameter"] },
    "conditions": [
      # GCC 12 sees an overlap in its own std::string, with C++20 only (its bug 105651). The variable clang says what
      # Node.js was compiled with, not what compiles this; clang knows no -Wrestrict.
      # Hidden: each exported name is one for the dynamic linker to look up, at every start.
      # nodelete: Node.js closes an addon that only a worker has loaded when the worker ends, but handlers of signals and
      # threads of the addon outlive it ("handlers that a worker has installed" in test/triggers/fatal-signals.test.js).
      ["OS=='linux'", {
        "cflags_cc": ["-Wno-unknown-warning-option", "-Wno-restrict", "-fvisibility=hidden"],
        "cflags": ["-fstack-protector-strong"],
        "ldflags": ["-Wl,--gc-sections", "-Wl,-z,relro,-z,now,-z,noexecstack,-z,nodelete"]
      }],
      ["werror==1", {
        "cflags": ["-Werror"],
        "xcode_settings": { "GCC_TREAT_WARNINGS_AS_ERRORS": "YES" }
      }]
    ]
  },
  "targets": [
    {
      "target_name": "crash_collector",
      "conditions": [
        ["unity==1", { "sources": ["<!@(node scripts/build/unity.js crash_collector <@(crash_collector))"] }, {
          "sources": ["<@(crash_collector)"]
        }]
      ]
    }
  ],
  "conditions": [
    # The trigger `signal` is off by default, so what only it needs is an addon of its own, which the others never load.
    ["OS=='linux' and target_arch=='x64'", {
      "targets": [
        {
          "target_name": "crash_collector_signals",
          "conditions": [
            ["unity==1", {
              "sources": ["<!@(node scripts/build/unity.js crash_collector_signals <@(crash_collector_signals))"]
            }, {
              "sources": ["<@(crash_collector_signals)"]
            }]
          ]
        }
      ]
    }]
  ]
}
