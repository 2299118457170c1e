// Generated from src/redaction/patterns.js by scripts/generate/generate-redactor-rules.js: change it there.
#ifndef SRC_REDACTION_RULES_H_
#define SRC_REDACTION_RULES_H_

#include <cstdint>
#include <string_view>

namespace crash_collector {
namespace redactor_rules {

struct TokenPrefix {
  std::string_view prefix;
  char alphabet;
  uint16_t least;
  uint16_t most;
};

inline constexpr std::string_view kLastWordCommands[] = {
    "rabbitmqctl add_user", "rabbitmqctl change_password", "rabbitmqctl authenticate_user", "htpasswd -b",
    "htpasswd -nb", "htpasswd -bc", "htpasswd -cb", "vault login", "net user", "net use", "rclone obscure",
    "mosquitto_passwd -b", "smbpasswd -s", "redis-cli auth", "ejabberdctl register", "ejabberdctl change_password",
    "emqx_ctl admins passwd", "grafana-cli admin reset-admin-password", "bao login", "PRIVMSG NickServ :IDENTIFY",
};

inline constexpr std::string_view kBeforeSlashedLogin[] = {
    "thin:", "oci:", "oci8:", "sqlplus ", "sqlplus -s ", "sqlplus -l ", "sqlldr ", "expdp ", "impdp ", "exp ", "imp ",
    "userid=", "connect ", "conn ", "target ",
};

inline constexpr std::string_view kLoneSchemes[] = {
    "apikey", "negotiate", "dpop", "ntlm", "geniekey",
};

inline constexpr std::string_view kPipedInto[] = {
    "-stdin", "chpasswd", "kinit", "sudo -S", "passphrase-fd", "cryptsetup ",
};

inline constexpr std::string_view kBeforeLinkSecret[] = {
    "hooks", "invite", "invitation", "magic-link", "verify", "confirm", "activate", "unsubscribe",
};

inline constexpr std::string_view kBeforeCodeName[] = {
    " is your ", " is the ", " as your ", " ist ihr ", " ist dein ", " est votre ", " es su ", " es tu ",
};

inline constexpr std::string_view kSqlKeyFunctions[] = {
    "aes_encrypt(", "aes_decrypt(", "pgp_sym_encrypt(", "pgp_sym_decrypt(",
};

inline constexpr std::string_view kParameterWords[] = {
    "parameters", "params", "bindings",
};

inline constexpr std::string_view kSecretTables[] = {
    "user", "users", "account", "accounts", "login", "logins", "member", "members", "admin", "admins", "auth",
    "identity", "identities", "operators", "subscribers", "keys", "clients", "benutzer",
};

inline constexpr std::string_view kEncodings[] = {
    "base64", "base32", "utf", "ascii", "sha", "hs256", "rs256", "es256", "aes", "v1", "v2",
};

inline constexpr std::string_view kSensitiveWords[] = {
    "password", "passwords", "passwd", "passwort", "kennwort", "senha", "contrasena", "contraseña", "contrasenya",
    "motdepasse", "haslo", "hasło", "heslo", "jelszo", "jelszó", "losenord", "lösenord", "passord", "adgangskode",
    "sifre", "şifre", "lozinka", "parole", "пароль", "密码", "密碼", "パスワード", "비밀번호", "pasword", "paswd", "passwrd",
    "psswd", "pswrd", "passwod", "passowrd", "pwrd", "samlresponse", "samlassertion", "pwd", "passphrase", "passcode",
    "passwordhash", "secret", "secrets", "token", "tokens", "authorization", "credential", "credentials", "creds",
    "cookie", "cookies", "bearer", "jwt", "apikey", "apikeys", "apisecret", "appsecret", "appkey", "authkey",
    "accesskey", "secretkey", "privatekey", "privkey", "encryptionkey", "signingkey", "masterkey", "accountkey",
    "sharedkey", "accesstoken", "authtoken", "refreshtoken", "idtoken", "csrftoken", "xsrftoken", "sessiontoken",
    "sessionid", "sessionids", "sessid", "jsessionid", "phpsessid", "aspsessionid", "sid", "csrf", "xsrf", "cvv", "cvc",
    "ssn", "otp", "totp", "cardnumber", "creditcard", "mnemonic", "seedphrase", "codeverifier", "requirepass",
    "masterauth", "passkey", "passkeys", "clave", "wachtwoord", "parola", "tkn", "tok", "cred", "psk", "pepper", "mtan",
    "keytab", "macaroon", "paseto", "xprv", "yprv", "zprv", "nthash", "lmhash", "ntlm", "passwörter", "passwoerter",
    "kennwörter", "zugangsdaten", "senhas", "contrasenas", "contraseñas", "motsdepasse", "wachtwoorden", "katasandi",
    "matkhau", "slaptazodis", "parool", "mima", "κωδικός", "κωδικος", "סיסמה", "סיסמא", "лозинка", "口令", "kodeknap",
    "lykilorð", "lykilord", "pasahitza", "cyfrinair", "šifra", "пароля", "parolă", "geslo", "zaporka", "geheimnis",
    "geheim", "geheimwort", "contrasenia", "segreto", "secreto", "segredo", "mdp", "kodeord", "hemlighet", "losung",
    "sleutelwoord", "salasana", "tajne", "секрет", "秘密", "dbpwd", "userpwd", "mypwd", "rootpwd", "adminpwd", "newpwd",
    "currentpwd", "masterpwd", "dbpass", "userpass", "smtppass", "rootpass", "adminpass", "mailpass", "emailpass",
    "ftppass", "redispass", "pgpass", "mysqlpass", "sshpass", "storepass", "keypass", "authpass", "loginpass",
};

inline constexpr std::string_view kSensitiveEndings[] = {
    "password", "passwd", "passphrase", "secret", "apikey", "secretkey", "accesskey", "privatekey", "authkey",
    "masterkey", "encryptionkey", "signingkey", "licensekey", "sessionkey", "accountkey", "token", "sessionid",
    "sessid", "authorization", "credential", "credentials", "cookie", "pw",
};

inline constexpr std::string_view kSensitiveLastWords[] = {
    "pass", "passe", "auth", "pin", "csc", "authz", "session", "sessions", "sess", "pw", "pword", "passw", "psw",
    "pswd", "puk", "kek", "dek", "tan", "sas", "upw", "ccnum", "cvn", "tgt", "otc", "pfx", "seedwords",
};

inline constexpr std::string_view kSensitivePairs[] = {
    "shared access", "session id", "session ids", "sess id", "card number", "cc number", "credit card", "card no",
    "social security", "magic link", "login link", "reset link", "code verifier", "auth header", "auth string",
    "hash secret", "key data", "saml response", "saml assertion", "honeycomb team", "session map", "session cache",
    "session storage", "auth storage", "key material", "track data", "community string", "key string", "secure string",
    "private cert", "priv cert", "private jwk", "private pem", "priv pem", "lm hash", "nt hash", "maiden name",
    "password again", "unseal share", "rekey share", "kerberos ticket", "service ticket", "login ticket",
    "primary account", "card pan", "id rsa", "id ed", "id ecdsa", "id dsa", "pass word", "pass code", "pass phrase",
    "pass wd", "api hash", "auth basic", "api sec", "client sec", "app sec", "consumer sec", "shared sec", "jwt sec",
    "hook sec", "card verification", "kata sandi", "mat khau",
};

inline constexpr std::string_view kValueWords[] = {
    "value", "val", "raw", "plain", "plaintext", "text", "cleartext", "clear", "hash", "hashed", "digest", "enc",
    "encrypted", "encoded", "b", "base", "hex", "old", "new", "current", "confirm", "confirmation", "confirmed",
    "repeat", "repeated", "again", "backup", "input", "str", "string", "bytes", "der",
};

inline constexpr std::string_view kBeforeKey[] = {
    "api", "access", "secret", "private", "priv", "encryption", "encrypt", "enc", "decryption", "decrypt", "dec",
    "cipher", "sqlcipher", "crypto", "crypt", "signing", "sign", "mac", "hmac", "aes", "md", "master", "account",
    "shared", "auth", "license", "licence", "ssh", "symmetric", "wrapping", "wrap", "subscription", "provisioning",
    "enrollment", "service", "webhook", "hook", "deploy", "consumer", "application", "app", "admin", "root", "session",
    "sess", "server", "stripe", "jwt", "ssl", "tls", "gpg", "pgp", "aws", "recovery", "instrumentation", "unlock",
    "vault", "seal", "unseal", "barrier", "rekey", "wallet", "wifi", "wlan", "wep", "wpa", "hotspot", "snmp", "tacacs",
    "radius", "ike", "ipsec", "isakmp", "vpn", "bgp", "ospf", "isis", "totp", "hotp", "otp", "mfa", "tfa", "cookie",
    "bearer", "authorization", "fernet", "sas", "preshared", "psk", "gossip", "escrow", "pairing", "filevault",
    "bitlocker",
};

inline constexpr std::string_view kBeforeCode[] = {
    "security", "verification", "verify", "mfa", "otp", "totp", "tfa", "fa", "factor", "auth", "authorization",
    "authentication", "device", "sms", "email", "recovery", "rescue", "backup", "emergency", "scratch", "login",
    "signin", "reset", "access", "pin", "user", "confirmation", "confirm", "activation", "pairing", "your", "unlock",
    "lock", "door", "garage", "alarm", "disarm", "safe", "vault", "keypad", "entry", "master", "bypass", "override",
    "duress", "panic", "locker", "parking", "elevator", "shutter", "stepup", "arming", "installer", "onetime", "magic",
    "passwordless", "elevation", "secret", "geheim", "zugangs", "puk", "sim", "card",
};

inline constexpr std::string_view kBeforeProof[] = {
    "seed", "recovery", "backup", "wallet", "secret", "mnemonic", "unlock", "key", "security", "sec", "hint", "reset",
    "challenge", "totp", "otp", "mfa", "factor", "tfa", "cookie", "session", "sess", "jwt", "card", "credit", "cc",
    "maiden", "pin", "snmp", "server", "ro", "rw", "read", "write", "trap", "auth", "account",
};

inline constexpr std::string_view kProofs[] = {
    "phrase", "words", "seed", "salt", "answer", "num", "nr", "block", "community", "pan",
};

inline constexpr std::string_view kWeakWords[] = {
    "token", "tokens", "tok", "tkn", "session", "sessions", "sess", "sid", "sessionid", "session id", "sess id",
    "session map", "session cache", "session storage", "auth storage", "cookie", "cookies", "auth", "authorization",
    "bearer", "pepper", "tan", "sas", "pan", "mdp", "pin",
};

inline constexpr std::string_view kSpeechWords[] = {
    "parole",
};

inline constexpr std::string_view kPersonalLastWords[] = {
    "firstname", "lastname", "fullname", "givenname", "middlename", "familyname", "surname", "forename", "nickname",
    "vorname", "nachname", "familienname", "geburtsname", "kontoinhaber", "ansprechpartner", "prenom", "prénom",
    "apellido", "apellidos", "cognome", "nom", "nombre", "nome", "primonome", "email", "emails", "mail", "correo",
    "electronico", "courriel", "elettronica", "phone", "phones", "telephone", "tel", "telefon", "telefonnummer",
    "mobile", "mobilfunk", "handy", "handynummer", "téléphone", "telefono", "teléfono", "móvil", "movil", "cellulare",
    "cell", "cellphone", "fax", "portable", "rufnummer", "street", "strasse", "straße", "rue", "calle", "via",
    "hausnummer", "anschrift", "hausanschrift", "adresse", "lieferadresse", "rechnungsadresse", "dirección",
    "direccion", "indirizzo", "domicilio", "residenza", "wohnort", "ort", "city", "town", "ville", "ciudad", "città",
    "citta", "geburtsort", "birthplace", "zip", "zipcode", "postcode", "plz", "postleitzahl", "cap", "birthday",
    "birthdate", "dob", "birth", "geburtsdatum", "geburtstag", "naissance", "nacimiento", "nascita", "iban",
    "kontonummer", "steuernummer", "nif", "dni", "ssn", "fiscale", "ausweisnummer", "krankenversichertennummer",
    "versicherungsnummer", "secu", "recipient", "customer", "kunde", "kundin", "patient",
};

inline constexpr std::string_view kPersonalPairs[] = {
    "first name", "last name", "full name", "given name", "middle name", "family name", "maiden name", "display name",
    "legal name", "nombre completo", "nom complet", "nome completo", "de famille", "primer nombre", "primo nome",
    "mail address", "email address", "phone number", "mobile number", "street address", "postal address",
    "home address", "billing address", "shipping address", "delivery address", "mailing address", "address line",
    "adresse livraison", "postal code", "zip code", "code postal", "codigo postal", "birth date", "date birth",
    "birth place", "bank account", "account number", "account holder", "card holder", "numero cuenta", "numero compte",
    "tax id", "steuer id", "national id", "passport number", "insurance number", "license number", "security number",
    "numero secu",
};

inline constexpr std::string_view kPersonWords[] = {
    "user", "users", "customer", "customers", "patient", "patients", "person", "persons", "people", "employee",
    "employees", "contact", "contacts", "passenger", "passengers", "guest", "guests", "member", "members", "recipient",
    "recipients", "sender", "owner", "holder", "cardholder", "beneficiary", "payee", "payer", "buyer", "seller",
    "applicant", "applicants", "student", "students", "participant", "participants", "kunde", "kunden", "mitarbeiter",
    "client", "clients", "cliente", "clientes", "clienti", "usuario", "utente", "utilisateur", "profile",
};

inline constexpr std::string_view kNameWords[] = {
    "name", "nom", "nombre", "nome", "first", "last",
};

inline constexpr std::string_view kHarmlessPairs[] = {
    "account sid", "message sid", "call sid", "service sid", "page token", "next token", "continuation token",
    "cancel token", "cancellation token", "sync token", "token id", "token symbol", "token decimals", "token address",
    "token bucket", "cookie consent", "cookie banner", "csrf header", "xsrf header", "token header", "token uri",
    "account storage", "user access",
};

inline constexpr std::string_view kConnectionNames[] = {
    "connection string", "connectionstring", "connect string", "conn string", "conn str", "connstr", "connection str",
    "sql conn", "db conn", "database conn", "redis conn", "mongo conn", "amqp conn", "dsn",
};

inline constexpr std::string_view kIdentifierLastWords[] = {
    "etag", "integrity", "hash", "sha", "md", "crc", "content hash", "file hash", "block hash", "tx hash", "kid",
    "public key", "publickey", "pubkey", "pub key", "checksum", "digest", "fingerprint", "cursor", "cid", "thumbprint",
    "sri", "page token", "next token", "continuation token", "sync token", "polyline", "geometry", "blurhash",
    "sequence",
};

inline constexpr std::string_view kHarmlessLastWords[] = {
    "count", "counts", "length", "len", "size", "type", "types", "name", "names", "expiry", "expires", "expiration",
    "expired", "expire", "ttl", "age", "at", "date", "time", "timeout", "url", "uri", "urls", "endpoint", "host",
    "index", "position", "pos", "limit", "limits", "max", "min", "path", "file", "filename", "dir", "strength",
    "policy", "regex", "regexp", "pattern", "prefix", "suffix", "field", "fields", "label", "placeholder", "required",
    "enabled", "disabled", "valid", "invalid", "verified", "provider", "method", "methods", "algorithm", "alg",
    "version", "status", "state", "scope", "scopes", "issuer", "audience", "in", "usage", "used", "budget", "rounds",
    "interval", "domain", "options", "config", "settings", "store", "manager", "service", "parser", "factory",
    "handler", "middleware", "validator", "format", "formatter", "encoding", "env", "location", "mode", "start", "end",
    "row", "column", "line", "kind", "rotation", "model", "class", "error", "errors", "message", "reason", "present",
    "exists", "missing", "match", "matches", "matched", "sock", "region", "title", "email", "template", "screen",
    "page", "form", "component", "site", "secure", "protection", "ref", "duration", "lifetime", "seconds", "minutes",
    "days", "hours", "ms", "strategy", "rule", "rules", "price", "amount", "balance", "owner", "supply", "symbol",
    "contract", "standard", "vendor", "question", "needed", "set", "reset", "hint", "keeper", "arn", "complexity",
    "requirements", "visible", "visibility", "icon", "meter", "score", "endpoints", "supported",
};

inline constexpr std::string_view kHarmlessFirstWords[] = {
    "is", "has", "max", "min", "num", "total", "count", "needs", "requires", "should", "can", "allow", "show", "hide",
    "skip", "ignore", "public", "publishable", "unexpected",
};

inline constexpr std::string_view kSuspiciousLastWords[] = {
    "key", "keys", "signature", "sig", "nonce", "salt", "hmac", "seed", "ticket", "assertion", "verifier", "challenge",
    "license", "licence", "pem", "code", "pat", "refresh", "private", "priv", "crumb", "appid", "login", "sk",
    "community", "biscuit", "xpriv", "share", "answer", "writekey", "ingestkey",
};

inline constexpr std::string_view kHarmlessBeforeKey[] = {
    "primary", "foreign", "public", "cache", "sort", "partition", "map", "object", "row", "index", "n", "translation",
    "group", "publishable", "react", "order", "product", "message", "event", "topic", "record", "shard", "lookup",
    "metric", "field", "label", "unique", "idempotency", "storage", "hash", "range", "query", "column", "etag",
    "content",
};

inline constexpr std::string_view kContentsWords[] = {
    "cookies", "secrets", "credentials", "creds", "passwords", "tokens", "apikeys", "authorization",
};

inline constexpr std::string_view kNumberWords[] = {
    "password", "passwd", "pwd", "passcode", "pin", "cvv", "cvc", "csc", "ssn", "otp", "totp", "secret", "cardnumber",
    "creditcard",
};

inline constexpr std::string_view kFieldNames[] = {
    "id", "name", "email", "username", "user", "role", "roles", "created at", "updated at", "type", "status", "phone",
    "address", "first name", "last name", "title", "description", "date", "url", "key", "value", "age", "country",
    "city", "language", "locale", "remember me", "salt", "hash",
};

inline constexpr std::string_view kNoValues[] = {
    "null", "undefined", "true", "false", "none", "nil", "[redacted]", "required", "invalid", "missing", "incorrect",
    "wrong", "expired", "optional", "string", "number", "boolean", "empty", "unset", "valid", "present", "absent",
    "disabled", "enabled", "default", "yes", "no", "hidden", "redacted", "masked", "filtered",
};

inline constexpr std::string_view kProgramRoots[] = {
    "process.env.", "req.", "request.", "this.", "config.", "options.", "opts.", "params.", "args.", "ctx.", "context.",
    "body.", "user.", "env.", "props.", "state.", "data.", "self.", "event.", "input.", "credentials.", "secrets.",
    "settings.", "import.meta.", "session.", "res.", "response.", "z.", "yup.", "joi.", "new.", "old.", "excluded.",
    "var.", "module.", "local.",
};

inline constexpr std::string_view kVariableRoots[] = {
    "process.env.", "import.meta.env.", "env.", "secrets.", "vars.",
};

inline constexpr std::string_view kVerdicts[] = {
    "must ", "should ", "is ", "has to ", "needs to ", "cannot ", "can not ", "can't ", "does not ", "doesn't ",
    "do not ", "too ", "at least ", "at most ", "may not ", "please ", "required", "min ", "max ", "minimum ",
    "maximum ", "invalid ", "incorrect ", "wrong ", "missing ",
};

inline constexpr std::string_view kSmallWords[] = {
    "is", "est", "ist", "lautet", "was", "to", "set", "changed", "generated", "created", "assigned", "temporary", "as",
    "be", "now", "default", "value", "type", "string", "sensitive", "true", "false", "noecho", "some", "just", "ok",
    "ascii-text", "plain-text", "td", "tr", "th", "dt", "dd", "span", "div", "b", "strong", "em", "code", "li", "label",
    "p", "br", "input", "hidden", "name", "content",
};

inline constexpr std::string_view kSqlFunctions[] = {
    "crypt", "md5", "sha", "sha1", "sha2", "password", "encode", "digest", "hash", "encrypt", "aes_encrypt",
    "pgp_sym_encrypt", "hashbytes", "lower", "concat", "encode(digest", "to_base64", "hex",
};

inline constexpr std::string_view kCommands[] = {
    "mysql::p", "mysqldump::p", "mysqladmin::p", "mysqlimport::p", "mariadb::p", "mariadb-dump::p", "mariadb-admin::p",
    "sshpass:p:p", "mongo:p:", "mongosh:p:", "mongodump:p:", "mongorestore:p:", "mongoexport:p:", "mongoimport:p:",
    "redis-cli:a:", "valkey-cli:a:", "curl:uU:u", "smbclient:U:", "http:a:", "https:a:", "ldapsearch:w:",
    "ldapmodify:w:", "ldapadd:w:", "ldapwhoami:w:", "zip:P:", "unzip:P:", "7z::p", "7za::p", "rar::p", "unrar::p",
    "sqlcmd:P:", "bcp:P:", "isql:P:", "login:p:", "lftp:u:", "snmpwalk:cAX:", "snmpget:cAX:", "snmpset:cAX:",
    "psexec:p:", "twine:p:", "ssh-keygen:NP:", "useradd:p:", "az:p:", "oc:p:", "nuget:k:", "ipmitool:P:",
    "mosquitto_pub:P:", "mosquitto_sub:P:", "influx:p:", "cqlsh:p:", "doctl:t:", "beeline:p:", "snowsql:p:",
    "impala-shell:p:", "ldappasswd:sw:", "kadmin:w:", "certutil:p:", "ncftp:p:", "curlftpfs:u:", "elasticdump:p:",
    "snmpbulkwalk:cAX:", "snmptrap:cAX:", "ldapdelete:w:", "ldapcompare:w:", "mysqlcheck::p", "mysqlbinlog::p",
    "mysqlpump::p", "mysqlsh::p", "open:u:", "tsql:P:", "fisql:P:", "mosquitto_rr:P:", "openssl:kK:",
    "elasticsearch-users:p:", "rdesktop:p:", "winrs::p",
};

inline constexpr std::string_view kCommandLetters[] = {
    "pauUwPcAXNktsK",
};

inline constexpr std::string_view kListNames[] = {
    "authorization", "cookie", "apikey", "token",
};

inline constexpr std::string_view kCommonPairs[] = {
    "bcdfgiklmnprstuvy", "aeijlorsu", "acehiklortu", "adeiosu", "acdefgilmnopqrstvwxy", "aefiloru", "ehilnrsu",
    "aeiort", "abcdefglmnoprstvz", "es", "ei", "adeilostuy", "abeimopsu", "acdefgiklnostuvy", "bcdfgilmnoprstuvw",
    "aeiloprstu", "u", "acdefgilmnorstuy", "acehilopstuy", "acehiloprstuy", "abceilmnprst", "aei", "aehinos", "pt",
    "nops", "e",
};

inline constexpr std::string_view kHarmlessPrefixes[] = {
    "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Z", "PD94bWw", "JVBERi0", "UEsDB", "H4sIA", "AAABAA", "d09GM",
    "d09GR", "T2dnUw", "SUQz", "AGFzbQ", "AAEAAAA", "T1RUTw", "Qk0", "AAAAIGZ0eX", "AAAAGGZ0eX", "AAAAHGZ0eX",
    "AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2VjZHNh", "pk_live_", "pk_test_", "phc_", "bc1", "tb1", "bafy", "cs_test_",
    "cs_live_", "chatcmpl-", "resp_", "msg_", "thread_", "asst_", "run_", "call_", "toolu_", "req_", "evt_", "file-",
};

inline constexpr std::string_view kDigestLabels[] = {
    "sha1-", "sha256-", "sha384-", "sha512-", "md5-", "sha256:", "sha512:", "sha1/", "sha256/", "sha384/", "sha512/",
    "sha-256=", "sha-512=", "base64,", "w/\"", "boundary=", "boundary=\"",
};

inline constexpr std::string_view kFileExtensions[] = {
    "js", "mjs", "cjs", "ts", "mts", "tsx", "jsx", "css", "json", "map", "html", "png", "jpg", "jpeg", "gif", "svg",
    "webp", "avif", "woff", "woff2", "ttf", "wasm", "node", "txt", "md", "log", "pdf", "zip", "gz", "tgz", "csv",
    "parquet", "mp4", "vue", "sock", "lock", "yml", "yaml", "xml", "so", "tmp",
};

inline constexpr std::string_view kPublicPem[] = {
    "CERTIFICATE", "PUBLIC KEY", "RSA PUBLIC KEY", "EC PUBLIC KEY", "TRUSTED CERTIFICATE", "X509 CRL",
    "PGP PUBLIC KEY BLOCK",
};

inline constexpr std::string_view kCryptSchemes[] = {
    "2a", "2b", "2x", "2y", "argon2i", "argon2d", "argon2id", "1", "5", "6", "y", "apr1", "scrypt", "pbkdf2",
    "pbkdf2-sha1", "pbkdf2-sha256", "pbkdf2-sha512",
};

inline constexpr std::string_view kCookieAttributes[] = {
    "path=", "domain=", "expires=", "max-age=", "samesite=", "httponly", "secure", "partitioned", "priority=",
};

inline constexpr std::string_view kLineNames[] = {
    "authorization", "proxy authorization", "cookie", "set cookie", "x api key", "x auth token",
};

inline constexpr std::string_view kQuotedAfter[] = {
    "password", "passwd", "passphrase", "identified by",
};

inline constexpr TokenPrefix kTokenPrefixes[] = {
    {"canary.discord.com/api/webhooks/", 'p', 40, 0}, {"hooks.slack-gov.com/services/", 'p', 20, 0},
    {"hooks.zapier.com/hooks/catch/", 'p', 8, 0}, {"ptb.discord.com/api/webhooks/", 'p', 40, 0},
    {"webhook.office.com/webhookb2/", 'p', 40, 0}, {"discordapp.com/api/webhooks/", 'p', 40, 0},
    {"outlook.office.com/webhook/", 'p', 40, 0}, {"hooks.slack.com/workflows/", 'p', 20, 0},
    {"discord.com/api/webhooks/", 'p', 40, 0}, {"hooks.slack.com/services/", 'p', 20, 0},
    {"hooks.slack.com/triggers/", 'p', 20, 0}, {"LS0tLS1CRUdJTiBFTkNSWVBU", 'b', 20, 0},
    {"LS0tLS1CRUdJTiBPUEVOU1NI", 'b', 20, 0}, {"LS0tLS1CRUdJTiBQR1AgUFJJ", 'b', 20, 0},
    {"access_token$production$", 'c', 20, 0}, {"LS0tLS1CRUdJTiBSU0EgUFJ", 'b', 20, 0},
    {"AAAAAAAAAAAAAAAAAAAAA", 't', 60, 0}, {"PHNhbWwycDpSZXNwb25zZ", 'b', 40, 0}, {"access_token$sandbox$", 'c', 20, 0},
    {"LS0tLS1CRUdJTiBEU0Eg", 'b', 20, 0}, {"LS0tLS1CRUdJTiBFQyBQ", 'b', 20, 0}, {"LS0tLS1CRUdJTiBQUklW", 'b', 20, 0},
    {"PHNhbWxwOlJlc3BvbnNl", 'b', 40, 0}, {"api.telegram.org/bot", 't', 35, 0}, {"access-development-", 'u', 36, 36},
    {"access-production-", 'u', 36, 36}, {"alchemyapi.io/v2/", 'u', 24, 0}, {"AGE-SECRET-KEY-1", 'U', 58, 58},
    {"access-sandbox-", 'u', 36, 36}, {"alchemy.com/v2/", 'u', 24, 0}, {"vercel_blob_rw_", 'u', 20, 0},
    {"EAACEdEose0cBA", 'w', 20, 0}, {"pbkdf2_sha256$", 'c', 30, 0}, {"ABSKQmVkcm9ja", 'b', 20, 0},
    {"infura.io/v3/", 'h', 32, 32}, {"pscale_oauth_", 't', 30, 0}, {"quiknode.pro/", 'h', 32, 0},
    {"FQoGZXIvYXdz", 'b', 20, 0}, {"FwoGZXIvYXdz", 'b', 20, 0}, {"IQoJb3JpZ2lu", 'b', 20, 0},
    {"duffel_live_", 'u', 40, 0}, {"duffel_test_", 'u', 40, 0}, {"hysteria2://", 't', 6, 0},
    {"pbkdf2_sha1$", 'c', 30, 0}, {"github_pat_", 'u', 22, 0}, {"pscale_tkn_", 't', 30, 0}, {"CLEARTEXT}", 't', 4, 0},
    {"add-mask::", 't', 4, 0}, {"cmVmdGtuOj", 'b', 40, 0}, {"lin_oauth_", 'h', 40, 0}, {"pscale_pw_", 't', 30, 0},
    {"sb_secret_", 'u', 20, 0}, {"ATATT3xFf", 't', 60, 0}, {"ATCTT3xFf", 't', 60, 0}, {"GR1348941", 'u', 20, 20},
    {"amzn.mws.", 'u', 36, 36}, {"dckr_oat_", 'u', 20, 0}, {"dckr_pat_", 'u', 20, 0}, {"rubygems_", 'h', 48, 48},
    {"rzp_live_", 'w', 14, 0}, {"rzp_test_", 'w', 14, 0}, {"sk-or-v1-", 'h', 64, 64}, {"trojan://", 't', 6, 0},
    {"xsmtpsib-", 'u', 64, 0}, {"AQoDYXdz", 'b', 20, 0}, {"CLOJARS_", 'w', 60, 60}, {"api_org_", 'w', 30, 0},
    {"atlasv1.", 'u', 60, 0}, {"glagent-", 't', 20, 0}, {"lin_api_", 'w', 32, 0}, {"lsv2_pt_", 'u', 30, 0},
    {"lsv2_sk_", 'u', 30, 0}, {"pat-eu1-", 'u', 36, 36}, {"pat-na1-", 'u', 36, 36}, {"rk_live_", 'u', 16, 0},
    {"rk_test_", 'u', 16, 0}, {"sk-proj-", 'u', 20, 0}, {"sk_live_", 'u', 16, 0}, {"sk_test_", 'u', 16, 0},
    {"xkeysib-", 'u', 64, 0}, {"xoxe.xox", 't', 10, 0}, {"CCIPAT_", 'w', 40, 0}, {"FLWSECK", 'u', 16, 0},
    {"Fe26.2*", 'i', 60, 0}, {"GOCSPX-", 'u', 28, 28}, {"doo_v1_", 'h', 64, 64}, {"dop_v1_", 'h', 64, 64},
    {"dor_v1_", 'h', 64, 64}, {"glsoat-", 't', 20, 0}, {"scrypt:", 'c', 60, 0}, {"secret_", 'w', 43, 43},
    {"sk-ant-", 'u', 20, 0}, {"sntrys_", 't', 40, 0}, {"sntryu_", 'h', 64, 64}, {"sq0atp-", 'u', 22, 0},
    {"sq0csp-", 'u', 43, 0}, {"tuic://", 't', 36, 0}, {"CFPAT-", 'u', 43, 0}, {"PLAIN}", 't', 4, 0},
    {"dp.ct.", 'w', 40, 0}, {"dp.pt.", 'w', 40, 0}, {"dp.sa.", 'w', 40, 0}, {"dp.st.", 't', 40, 0},
    {"glcbt-", 't', 20, 0}, {"glimt-", 't', 20, 0}, {"gloas-", 't', 20, 0}, {"glpat-", 't', 20, 0},
    {"glptt-", 't', 20, 0}, {"shpat_", 'h', 32, 32}, {"shpca_", 'h', 32, 32}, {"shppa_", 'h', 32, 32},
    {"shpss_", 'h', 32, 32}, {"sk-lf-", 'u', 36, 36}, {"sk.eyJ", 't', 40, 0}, {"tskey-", 'u', 20, 0},
    {"whsec_", 'b', 16, 0}, {"A21AA", 'u', 40, 0}, {"HRKU-", 'u', 30, 0}, {"NRAA-", 'h', 20, 0}, {"NRAK-", 'w', 27, 0},
    {"NRII-", 'u', 20, 0}, {"NRIQ-", 'u', 20, 0}, {"NRJS-", 'h', 15, 0}, {"NRRA-", 'h', 30, 0}, {"NRSP-", 'u', 20, 0},
    {"PMAK-", 'u', 59, 59}, {"PMAT-", 'u', 20, 0}, {"bkua_", 'h', 40, 40}, {"figd_", 'u', 40, 0}, {"figo_", 'u', 40, 0},
    {"gldt-", 't', 20, 0}, {"glft-", 't', 20, 0}, {"glrt-", 't', 20, 0}, {"glsa_", 'u', 32, 0}, {"live_", 'w', 30, 0},
    {"napi_", 'w', 40, 0}, {"pplx-", 'w', 40, 0}, {"pypi-", 'u', 50, 0}, {"whsk_", 'w', 30, 0}, {"xapp-", 'u', 10, 0},
    {"xoxa-", 'u', 10, 0}, {"xoxb-", 'u', 10, 0}, {"xoxc-", 'u', 10, 0}, {"xoxd-", 't', 10, 0}, {"xoxe-", 'u', 10, 0},
    {"xoxo-", 'u', 10, 0}, {"xoxp-", 'u', 10, 0}, {"xoxr-", 'u', 10, 0}, {"xoxs-", 'u', 10, 0}, {"ya29.", 't', 20, 0},
    {"1//0", 'u', 30, 0}, {"4/0A", 'u', 30, 0}, {"ABIA", 'U', 16, 16}, {"ACCA", 'U', 16, 16}, {"AIDA", 'U', 17, 17},
    {"AIza", 'u', 35, 35}, {"AKCp", 'w', 60, 0}, {"AKIA", 'U', 16, 16}, {"AKID", 'w', 32, 32}, {"AQVN", 'u', 35, 0},
    {"AROA", 'U', 17, 17}, {"ASIA", 'U', 16, 16}, {"ATBB", 'w', 32, 32}, {"EAAA", 'u', 56, 0}, {"EAAl", 'u', 60, 0},
    {"EZAK", 'w', 54, 54}, {"EZTK", 'w', 54, 54}, {"LTAI", 'w', 16, 20}, {"dapi", 'h', 32, 32}, {"fm1_", 'b', 40, 0},
    {"fm2_", 'b', 40, 0}, {"fo1_", 'u', 40, 0}, {"gho_", 'w', 36, 0}, {"ghp_", 'w', 36, 0}, {"ghr_", 'w', 36, 0},
    {"ghs_", 'w', 36, 0}, {"ghu_", 'w', 36, 0}, {"glc_", 'b', 32, 0}, {"gsk_", 'w', 40, 0}, {"gta_", 'h', 40, 40},
    {"hvb.", 'u', 24, 0}, {"hvr.", 'u', 24, 0}, {"hvs.", 'u', 24, 0}, {"key-", 'h', 32, 32}, {"key_", 'h', 40, 0},
    {"nfp_", 'w', 36, 0}, {"npg_", 'w', 12, 16}, {"npm_", 'w', 36, 36}, {"ntn_", 'w', 40, 0}, {"p8e-", 'l', 32, 32},
    {"pat.", 't', 60, 0}, {"phx_", 'u', 32, 0}, {"pnu_", 'w', 36, 36}, {"pul-", 'h', 40, 40}, {"rnd_", 'w', 26, 0},
    {"sbp_", 'h', 40, 40}, {"sdk-", 'u', 36, 36}, {"sqa_", 'h', 40, 40}, {"sqp_", 'h', 40, 40}, {"squ_", 'h', 40, 40},
    {"tfp_", 'u', 40, 0}, {"xai-", 'w', 60, 0}, {"EAA", 'w', 90, 0}, {"SCW", 'U', 17, 17}, {"SG.", 't', 40, 0},
    {"cio", 'w', 32, 32}, {"fw_", 'w', 24, 24}, {"hf_", 'w', 30, 0}, {"oy2", 'l', 43, 43}, {"pat", 't', 79, 79},
    {"r8_", 'w', 37, 37}, {"re_", 'm', 24, 0}, {"sk-", 'm', 20, 0}, {"sk_", 'm', 20, 0}, {"sl.", 'u', 100, 0},
    {"t1.", 't', 80, 0}, {"v1.", 'h', 40, 40}, {"SK", 'h', 32, 32}, {"s.", 'm', 24, 24},
};

}  // namespace redactor_rules
}  // namespace crash_collector

#endif  // SRC_REDACTION_RULES_H_
