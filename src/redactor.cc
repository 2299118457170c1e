#include "redactor.h"

#include <utility>

#include "redactor_names.h"

namespace crash_collector {

struct Redactor::Impl {
  explicit Impl(RedactorOptions given) : options(std::move(given)), names(options.names, options.except_names) {}

  RedactorOptions options;
  NameRules names;
};

Redactor::Redactor(RedactorOptions options) : impl_(new Impl(std::move(options))) {}
Redactor::~Redactor() = default;

bool Redactor::enabled() const { return impl_->options.enabled; }

NameFlags Redactor::ClassifyName(std::string_view name) const {
  return impl_->options.enabled ? impl_->names.Classify(name) : static_cast<NameFlags>(kNameHarmless);
}

NameFlags Redactor::Inherit(NameFlags holder, bool list) {
  if (list || (holder & kNameSensitiveContents) != 0) return holder;
  return (holder & kNameSensitive) != 0 ? kNameSuspicious : kNameHarmless;
}

NameFlags Redactor::NextElement(std::string_view element, bool pair) const {
  if (element.size() < 3 || element.size() > 64) return kNameHarmless;
  if (element.find_first_of(" =:;,/") != std::string_view::npos) return kNameHarmless;
  const NameFlags flags = ClassifyName(element);
  if (pair || element.find('-') != std::string_view::npos || element == "authorization" || element == "Authorization" ||
      element == "cookie" || element == "Cookie") {
    return flags;
  }
  return kNameHarmless;
}

bool Redactor::Redact(std::string_view utf8, std::string* out, NameFlags name) const {
  if (!impl_->options.enabled || utf8.empty()) return false;
  if ((name & kNameSensitive) != 0) {
    out->assign(kReplacement);
    return true;
  }
  return false;
}

bool Redactor::RedactBytes(uint8_t* bytes, size_t length, NameFlags name) const {
  if (!impl_->options.enabled || length == 0 || (name & kNameSensitive) == 0) return false;
  for (size_t i = 0; i < length; i++) bytes[i] = kByteReplacement;
  return true;
}

bool Redactor::IsSensitiveNumber(double value, NameFlags name) const {
  (void)value;
  return impl_->options.enabled && (name & kNameSensitiveNumbers) != 0;
}

}  // namespace crash_collector
