'use strict'
// Lists the words and patterns that make a value a secret. This is the only source of the rules:
// scripts/generate/generate-redactor-rules.js makes src/redaction/rules.h from it. docs/redaction.md describes the rules.

/** Words that make a name sensitive at any position in it: `userPassword`, `PASSWORD_RESET`. */
const SENSITIVE_WORDS = [
  'password', 'passwords', 'passwd', 'passwort', 'kennwort', 'senha', 'contrasena', 'contraseña', 'contrasenya', 'motdepasse', 'haslo', 'hasło', 'heslo', 'jelszo', 'jelszó', 'losenord',
  'lösenord', 'passord', 'adgangskode', 'sifre', 'şifre', 'lozinka', 'parole', 'пароль', '密码', '密碼', 'パスワード', '비밀번호',
  'pasword', 'paswd', 'passwrd', 'psswd', 'pswrd', 'passwod', 'passowrd', 'pwrd', 'samlresponse', 'samlassertion',
  'pwd', 'passphrase', 'passcode', 'passwordhash', 'secret', 'secrets',
  'token', 'tokens', 'authorization', 'credential', 'credentials', 'creds', 'cookie', 'cookies', 'bearer', 'jwt',
  'apikey', 'apikeys', 'apisecret', 'appsecret', 'appkey', 'authkey', 'accesskey', 'secretkey', 'privatekey',
  'privkey', 'encryptionkey', 'signingkey', 'masterkey', 'accountkey', 'sharedkey', 'accesstoken', 'authtoken',
  'refreshtoken', 'idtoken', 'csrftoken', 'xsrftoken', 'sessiontoken', 'sessionid', 'sessionids', 'sessid', 'jsessionid',
  'phpsessid', 'aspsessionid', 'sid', 'csrf', 'xsrf', 'cvv', 'cvc', 'ssn', 'otp', 'totp', 'cardnumber',
  'creditcard', 'mnemonic', 'seedphrase', 'codeverifier', 'requirepass', 'masterauth', 'passkey', 'passkeys', 'clave', 'wachtwoord', 'parola',
  'tkn', 'tok', 'cred', 'psk', 'pepper', 'mtan', 'keytab', 'macaroon', 'paseto', 'xprv', 'yprv', 'zprv', 'nthash', 'lmhash', 'ntlm',
  'passwörter', 'passwoerter', 'kennwörter', 'zugangsdaten', 'senhas', 'contrasenas', 'contraseñas', 'motsdepasse', 'wachtwoorden', 'katasandi', 'matkhau',
  'slaptazodis', 'parool', 'mima', 'κωδικός', 'κωδικος', 'סיסמה', 'סיסמא', 'лозинка', '口令', 'kodeknap', 'lykilorð', 'lykilord', 'pasahitza', 'cyfrinair', 'šifra', 'пароля', 'parolă', 'geslo', 'zaporka', 'geheimnis', 'geheim', 'geheimwort', 'contrasenia', 'segreto', 'secreto', 'segredo', 'mdp', 'kodeord', 'hemlighet', 'losung', 'sleutelwoord', 'salasana', 'tajne', 'секрет', '秘密',
  'dbpwd', 'userpwd', 'mypwd', 'rootpwd', 'adminpwd', 'newpwd', 'currentpwd', 'masterpwd', 'dbpass', 'userpass', 'smtppass', 'rootpass',
  'adminpass', 'mailpass', 'emailpass', 'ftppass', 'redispass', 'pgpass', 'mysqlpass', 'sshpass', 'storepass', 'keypass', 'authpass', 'loginpass'
]

/** Endings of a word written without separators: `dbpassword`, `mysecret`, `xapikey`, `apitoken`, `rootpw`. */
const SENSITIVE_ENDINGS = [
  'password', 'passwd', 'passphrase', 'secret', 'apikey', 'secretkey', 'accesskey', 'privatekey', 'authkey', 'masterkey', 'encryptionkey',
  'signingkey', 'licensekey', 'sessionkey', 'accountkey', 'token', 'sessionid', 'sessid', 'authorization', 'credential', 'credentials', 'cookie', 'pw'
]

/** Words that make a name sensitive only as its last word: `dbPass`, `_auth`; not `passCount`, `authProvider`. */
const SENSITIVE_LAST_WORDS = ['pass', 'passe', 'auth', 'pin', 'csc', 'authz', 'session', 'sessions', 'sess', 'pw', 'pword', 'passw', 'psw', 'pswd', 'puk', 'kek', 'dek', 'tan', 'sas', 'upw', 'ccnum', 'cvn', 'tgt', 'otc', 'pfx', 'seedwords']

/**
 * Words that may follow a word of SENSITIVE_LAST_WORDS or SUSPICIOUS_LAST_WORDS, because they only say in which form or
 * for which purpose the value stands there: `passHash`, `pwConfirm`, `pinValue`, `privateHex`.
 */
const VALUE_WORDS = [
  'value', 'val', 'raw', 'plain', 'plaintext', 'text', 'cleartext', 'clear', 'hash', 'hashed', 'digest', 'enc', 'encrypted', 'encoded', 'b', 'base', 'hex',
  'old', 'new', 'current', 'confirm', 'confirmation', 'confirmed', 'repeat', 'repeated', 'again', 'backup', 'input', 'str', 'string', 'bytes', 'der'
]

/** What a key opens, closes, signs or proves. A key, or keys, behind one of these words are secret: `wifiKey`, `unsealKey`. */
const BEFORE_KEY = [
  'api', 'access', 'secret', 'private', 'priv', 'encryption', 'encrypt', 'enc', 'decryption', 'decrypt', 'dec', 'cipher', 'sqlcipher', 'crypto', 'crypt',
  'signing', 'sign', 'mac', 'hmac', 'aes', 'md', 'master', 'account', 'shared', 'auth', 'license', 'licence', 'ssh', 'symmetric', 'wrapping', 'wrap',
  'subscription', 'provisioning', 'enrollment', 'service', 'webhook', 'hook', 'deploy', 'consumer', 'application', 'app', 'admin', 'root', 'session', 'sess', 'server',
  'stripe', 'jwt', 'ssl', 'tls', 'gpg', 'pgp', 'aws', 'recovery', 'instrumentation', 'unlock', 'vault', 'seal', 'unseal', 'barrier', 'rekey', 'wallet',
  'wifi', 'wlan', 'wep', 'wpa', 'hotspot', 'snmp', 'tacacs', 'radius', 'ike', 'ipsec', 'isakmp', 'vpn', 'bgp', 'ospf', 'isis', 'totp', 'hotp', 'otp', 'mfa',
  'tfa', 'cookie', 'bearer', 'authorization', 'fernet', 'sas', 'preshared', 'psk', 'gossip', 'escrow', 'pairing', 'filevault', 'bitlocker'
]

/** What a code opens or proves: `unlockCode`, `backupCodes`, `verificationCode`. */
const BEFORE_CODE = [
  'security', 'verification', 'verify', 'mfa', 'otp', 'totp', 'tfa', 'fa', 'factor', 'auth', 'authorization', 'authentication', 'device', 'sms', 'email',
  'recovery', 'rescue', 'backup', 'emergency', 'scratch', 'login', 'signin', 'reset', 'access', 'pin', 'user', 'confirmation', 'confirm', 'activation',
  'pairing', 'your', 'unlock', 'lock', 'door', 'garage', 'alarm', 'disarm', 'safe', 'vault', 'keypad', 'entry', 'master', 'bypass', 'override',
  'duress', 'panic', 'locker', 'parking', 'elevator', 'shutter', 'stepup', 'arming', 'installer', 'onetime', 'magic', 'passwordless', 'elevation', 'secret', 'geheim', 'zugangs', 'puk', 'sim', 'card'
]

/** What words or a seed restore, or whom an answer or a number proves: `walletSeed`, `backupPhrase`, `resetAnswer`, `ccNum`. */
const BEFORE_PROOF = [
  'seed', 'recovery', 'backup', 'wallet', 'secret', 'mnemonic', 'unlock', 'key', 'security', 'sec', 'hint', 'reset', 'challenge', 'totp', 'otp', 'mfa', 'factor',
  'tfa', 'cookie', 'session', 'sess', 'jwt', 'card', 'credit', 'cc', 'maiden', 'pin', 'snmp', 'server', 'ro', 'rw', 'read', 'write', 'trap', 'auth', 'account'
]

/** What a word of BEFORE_PROOF stands before. */
const PROOFS = ['phrase', 'words', 'seed', 'salt', 'answer', 'num', 'nr', 'block', 'community', 'pan']

/** Other words next to each other that make a name sensitive. */
const SENSITIVE_PAIRS = [
  'shared access', 'session id', 'session ids', 'sess id', 'card number', 'cc number', 'credit card', 'card no', 'social security', 'magic link',
  'login link', 'reset link', 'code verifier', 'auth header', 'auth string', 'hash secret', 'key data', 'saml response', 'saml assertion', 'honeycomb team',
  'session map', 'session cache', 'session storage', 'auth storage', 'key material', 'track data', 'community string', 'key string', 'secure string', 'private cert', 'priv cert', 'private jwk',
  'private pem', 'priv pem', 'lm hash', 'nt hash', 'maiden name', 'password again', 'unseal share', 'rekey share', 'kerberos ticket', 'service ticket', 'login ticket',
  'primary account', 'card pan', 'id rsa', 'id ed', 'id ecdsa', 'id dsa', 'pass word', 'pass code', 'pass phrase', 'pass wd', 'api hash', 'auth basic', 'api sec', 'client sec', 'app sec',
  'consumer sec', 'shared sec', 'jwt sec', 'hook sec', 'card verification', 'kata sandi', 'mat khau'
]

/** Two words that look like a pair of a secret and are an identifier: the `sid` of Twilio, the token of the next page. */
const HARMLESS_PAIRS = [
  'account sid', 'message sid', 'call sid', 'service sid', 'page token', 'next token', 'continuation token', 'cancel token', 'cancellation token',
  'sync token', 'token id', 'token symbol', 'token decimals', 'token address', 'token bucket', 'cookie consent', 'cookie banner', 'csrf header', 'xsrf header', 'token header', 'token uri', 'account storage', 'user access'
]

/**
 * Words that name secrets and harmless things alike: a session of a user and of a conference, a token of a service and of
 * a parser. They hide no value that is short, words, a measure, a colour, or an address of a chain.
 */
const WEAK_WORDS = ['token', 'tokens', 'tok', 'tkn', 'session', 'sessions', 'sess', 'sid', 'sessionid', 'session id', 'sess id', 'session map', 'session cache', 'session storage', 'auth storage', 'cookie', 'cookies', 'auth', 'authorization', 'bearer', 'pepper', 'tan', 'sas', 'pan', 'mdp', 'pin']

/** Words for a password that are an everyday word of another language: a value of letters alone stays. */
const SPEECH_WORDS = ['parole']

/** Last words of names of what a person is known by, in English, German, French, Spanish and Italian; see `redact=personal`. */
const PERSONAL_LAST_WORDS = [
  'firstname', 'lastname', 'fullname', 'givenname', 'middlename', 'familyname', 'surname', 'forename', 'nickname', 'vorname', 'nachname', 'familienname',
  'geburtsname', 'kontoinhaber', 'ansprechpartner', 'prenom', 'prénom', 'apellido', 'apellidos', 'cognome', 'nom', 'nombre', 'nome', 'primonome',
  'email', 'emails', 'mail', 'correo', 'electronico', 'courriel', 'elettronica', 'phone', 'phones', 'telephone', 'tel', 'telefon', 'telefonnummer', 'mobile', 'mobilfunk', 'handy',
  'handynummer', 'téléphone', 'telefono', 'teléfono', 'móvil', 'movil', 'cellulare', 'cell', 'cellphone', 'fax', 'portable', 'rufnummer',
  'street', 'strasse', 'straße', 'rue', 'calle', 'via', 'hausnummer', 'anschrift', 'hausanschrift', 'adresse', 'lieferadresse', 'rechnungsadresse', 'dirección',
  'direccion', 'indirizzo', 'domicilio', 'residenza', 'wohnort', 'ort', 'city', 'town', 'ville', 'ciudad', 'città', 'citta', 'geburtsort', 'birthplace', 'zip', 'zipcode', 'postcode',
  'plz', 'postleitzahl', 'cap', 'birthday', 'birthdate', 'dob', 'birth', 'geburtsdatum', 'geburtstag', 'naissance', 'nacimiento', 'nascita', 'iban', 'kontonummer',
  'steuernummer', 'nif', 'dni', 'ssn', 'fiscale', 'ausweisnummer', 'krankenversichertennummer', 'versicherungsnummer', 'secu', 'recipient', 'customer', 'kunde', 'kundin', 'patient'
]

/** Two words of such names. */
const PERSONAL_PAIRS = [
  'first name', 'last name', 'full name', 'given name', 'middle name', 'family name', 'maiden name', 'display name', 'legal name', 'nombre completo', 'nom complet',
  'nome completo', 'de famille', 'primer nombre', 'primo nome', 'mail address', 'email address', 'phone number', 'mobile number', 'street address', 'postal address',
  'home address', 'billing address', 'shipping address', 'delivery address', 'mailing address', 'address line', 'adresse livraison', 'postal code', 'zip code', 'code postal', 'codigo postal',
  'birth date', 'date birth', 'birth place', 'bank account', 'account number', 'account holder', 'card holder', 'numero cuenta', 'numero compte', 'tax id', 'steuer id', 'national id',
  'passport number', 'insurance number', 'license number', 'security number', 'numero secu'
]

/** Words that name people. A `name` behind one of them, or in an object with such a name, is a person's. */
const PERSON_WORDS = [
  'user', 'users', 'customer', 'customers', 'patient', 'patients', 'person', 'persons', 'people', 'employee', 'employees', 'contact', 'contacts', 'passenger',
  'passengers', 'guest', 'guests', 'member', 'members', 'recipient', 'recipients', 'sender', 'owner', 'holder', 'cardholder', 'beneficiary', 'payee', 'payer', 'buyer', 'seller',
  'applicant', 'applicants', 'student', 'students', 'participant', 'participants', 'kunde', 'kunden', 'mitarbeiter', 'client', 'clients', 'cliente', 'clientes', 'clienti', 'usuario', 'utente',
  'utilisateur', 'profile'
]

/** Words that stand for a person's name among other facts about the person. */
const NAME_WORDS = ['name', 'nom', 'nombre', 'nome', 'first', 'last']

/** Names of strings that hold a server's address, and sometimes a password, too. */
const CONNECTION_NAMES = ['connection string', 'connectionstring', 'connect string', 'conn string', 'conn str', 'connstr', 'connection str', 'sql conn', 'db conn', 'database conn', 'redis conn', 'mongo conn', 'amqp conn', 'dsn']

/** Last words of a name whose random value is an identifier or a digest. */
const IDENTIFIER_LAST_WORDS = [
  'etag', 'integrity', 'hash', 'sha', 'md', 'crc', 'content hash', 'file hash', 'block hash', 'tx hash', 'kid', 'public key', 'publickey', 'pubkey', 'pub key',
  'checksum', 'digest', 'fingerprint', 'cursor', 'cid', 'thumbprint', 'sri', 'page token', 'next token', 'continuation token', 'sync token',
  'polyline', 'geometry', 'blurhash', 'sequence'
]

/** A sensitive name with one of these as last word is about the secret and does not hold it: `tokenType`. */
const HARMLESS_LAST_WORDS = [
  'count', 'counts', 'length', 'len', 'size', 'type', 'types', 'name', 'names', 'expiry', 'expires', 'expiration', 'expired',
  'expire', 'ttl', 'age', 'at', 'date', 'time', 'timeout', 'url', 'uri', 'urls', 'endpoint', 'host', 'index', 'position', 'pos',
  'limit', 'limits', 'max', 'min', 'path', 'file', 'filename', 'dir', 'strength', 'policy', 'regex', 'regexp', 'pattern', 'prefix',
  'suffix', 'field', 'fields', 'label', 'placeholder', 'required', 'enabled', 'disabled', 'valid', 'invalid', 'verified',
  'provider', 'method', 'methods', 'algorithm', 'alg', 'version', 'status', 'state', 'scope', 'scopes', 'issuer', 'audience',
  'in', 'usage', 'used', 'budget', 'rounds', 'interval', 'domain', 'options', 'config', 'settings', 'store', 'manager', 'service',
  'parser', 'factory', 'handler', 'middleware', 'validator', 'format', 'formatter', 'encoding', 'env', 'location', 'mode', 'start', 'end',
  'row', 'column', 'line', 'kind', 'rotation', 'model', 'class', 'error', 'errors', 'message', 'reason', 'present', 'exists',
  'missing', 'match', 'matches', 'matched', 'sock', 'region', 'title', 'email', 'template', 'screen', 'page', 'form',
  'component', 'site', 'secure', 'protection', 'ref', 'duration', 'lifetime', 'seconds', 'minutes', 'days', 'hours', 'ms', 'strategy', 'rule', 'rules',
  'price', 'amount', 'balance', 'owner', 'supply', 'symbol', 'contract', 'standard', 'vendor', 'question', 'needed', 'set', 'reset', 'hint', 'keeper', 'arn',
  'complexity', 'requirements', 'visible', 'visibility', 'icon', 'meter', 'score', 'endpoints', 'supported'
]

/** A sensitive name with one of these as first word asks or counts: `hasPassword`, `maxTokens`. */
const HARMLESS_FIRST_WORDS = [
  'is', 'has', 'max', 'min', 'num', 'total', 'count', 'needs', 'requires', 'should', 'can', 'allow', 'show', 'hide', 'skip', 'ignore',
  'public', 'publishable', 'unexpected'
]

/** A name with one of these as last word is hidden if its value looks like a secret. */
const SUSPICIOUS_LAST_WORDS = [
  'key', 'keys', 'signature', 'sig', 'nonce', 'salt', 'hmac', 'seed', 'ticket', 'assertion', 'verifier',
  'challenge', 'license', 'licence', 'pem', 'code', 'pat', 'refresh', 'private', 'priv', 'crumb', 'appid', 'login', 'sk', 'community', 'biscuit', 'xpriv', 'share', 'answer', 'writekey', 'ingestkey'
]

/** `<word> key` is not a secret after one of these words: `primaryKey`, `cacheKey`. The `n` is that of `i18nKey`. */
const HARMLESS_BEFORE_KEY = [
  'primary', 'foreign', 'public', 'cache', 'sort', 'partition', 'map', 'object', 'row', 'index', 'n', 'translation', 'group',
  'publishable', 'react', 'order', 'product', 'message', 'event', 'topic', 'record', 'shard', 'lookup', 'metric', 'field', 'label', 'unique', 'idempotency', 'storage', 'hash', 'range', 'query', 'column', 'etag', 'content'
]

/** Names that hide all contents of an object. */
const CONTENTS_WORDS = [
  'cookies', 'secrets', 'credentials', 'creds', 'passwords', 'tokens', 'apikeys', 'authorization'
]

/** Names that hide numbers, too. */
const NUMBER_WORDS = [
  'password', 'passwd', 'pwd', 'passcode', 'pin', 'cvv', 'cvc', 'csc', 'ssn', 'otp', 'totp', 'secret', 'cardnumber', 'creditcard'
]

/** Words that stand in lists of names, such as those of columns. A list with these as values is no list of names and values. */
const FIELD_NAMES = [
  'id', 'name', 'email', 'username', 'user', 'role', 'roles', 'created at', 'updated at', 'type', 'status', 'phone', 'address', 'first name', 'last name',
  'title', 'description', 'date', 'url', 'key', 'value', 'age', 'country', 'city', 'language', 'locale', 'remember me', 'salt', 'hash'
]

/** Words that stand for a value, or say what is wrong with it. */
const NO_VALUES = [
  'null', 'undefined', 'true', 'false', 'none', 'nil', '[redacted]', 'required', 'invalid', 'missing', 'incorrect', 'wrong', 'expired', 'optional',
  'string', 'number', 'boolean', 'empty', 'unset', 'valid', 'present', 'absent', 'disabled', 'enabled', 'default', 'yes', 'no',
  'hidden', 'redacted', 'masked', 'filtered'
]

/** How texts begin that say of a value what is wrong with it, or what it has to be: `password: 'must not be empty'`. */
const VERDICTS = [
  'must ', 'should ', 'is ', 'has to ', 'needs to ', 'cannot ', 'can not ', "can't ", 'does not ', "doesn't ", 'do not ', 'too ', 'at least ', 'at most ', 'may not ',
  'please ', 'required', 'min ', 'max ', 'minimum ', 'maximum ', 'invalid ', 'incorrect ', 'wrong ', 'missing '
]

/** Objects whose members name the place of a secret in settings and templates: `apiKey: 'process.env.API_KEY'`. */
const VARIABLE_ROOTS = ['process.env.', 'import.meta.env.', 'env.', 'secrets.', 'vars.']

/** Objects whose members stand in programs where a value stands in data: `password: req.body.password`. */
const PROGRAM_ROOTS = [
  'process.env.', 'req.', 'request.', 'this.', 'config.', 'options.', 'opts.', 'params.', 'args.', 'ctx.', 'context.', 'body.', 'user.', 'env.', 'props.',
  'state.', 'data.', 'self.', 'event.', 'input.', 'credentials.', 'secrets.', 'settings.', 'import.meta.', 'session.', 'res.', 'response.', 'z.', 'yup.',
  'joi.', 'new.', 'old.', 'excluded.', 'var.', 'module.', 'local.'
]

/**
 * Words that may stand between a sensitive name and its value: those of sentences and of declarations, and tags of HTML.
 * One digit counts as one, too: it says how the value is encoded.
 */
const SMALL_WORDS = [
  'is', 'est', 'ist', 'lautet', 'was', 'to', 'set', 'changed', 'generated', 'created', 'assigned', 'temporary', 'as', 'be', 'now', 'default', 'value', 'type', 'string', 'sensitive', 'true', 'false', 'noecho', 'some', 'just', 'ok',
  'ascii-text', 'plain-text', 'td', 'tr', 'th', 'dt', 'dd', 'span', 'div', 'b', 'strong', 'em', 'code', 'li', 'label', 'p', 'br', 'input', 'hidden', 'name', 'content'
]

/** SQL's functions that take a secret: `SET password = crypt('…')`. */
const SQL_FUNCTIONS = [
  'crypt', 'md5', 'sha', 'sha1', 'sha2', 'password', 'encode', 'digest', 'hash', 'encrypt', 'aes_encrypt', 'pgp_sym_encrypt', 'hashbytes', 'lower', 'concat',
  'encode(digest', 'to_base64', 'hex'
]

/**
 * Command lines that take a secret: the command, the letters of options whose next word is the secret, and the letters
 * of options with the secret attached, as in `-phunter2`. Behind `-u` and `-U` the secret is what follows the user.
 */
const COMMANDS = [
  'mysql::p', 'mysqldump::p', 'mysqladmin::p', 'mysqlimport::p', 'mariadb::p', 'mariadb-dump::p', 'mariadb-admin::p', 'sshpass:p:p', 'mongo:p:', 'mongosh:p:',
  'mongodump:p:', 'mongorestore:p:', 'mongoexport:p:', 'mongoimport:p:', 'redis-cli:a:', 'valkey-cli:a:', 'curl:uU:u', 'smbclient:U:',
  'http:a:', 'https:a:', 'ldapsearch:w:', 'ldapmodify:w:', 'ldapadd:w:', 'ldapwhoami:w:', 'zip:P:', 'unzip:P:', '7z::p', '7za::p', 'rar::p', 'unrar::p',
  'sqlcmd:P:', 'bcp:P:', 'isql:P:', 'login:p:', 'lftp:u:', 'snmpwalk:cAX:', 'snmpget:cAX:', 'snmpset:cAX:', 'psexec:p:', 'twine:p:', 'ssh-keygen:NP:', 'useradd:p:', 'az:p:', 'oc:p:', 'nuget:k:', 'ipmitool:P:', 'mosquitto_pub:P:', 'mosquitto_sub:P:', 'influx:p:',
  'cqlsh:p:', 'doctl:t:', 'beeline:p:', 'snowsql:p:', 'impala-shell:p:', 'ldappasswd:sw:', 'kadmin:w:', 'certutil:p:', 'ncftp:p:', 'curlftpfs:u:',
  'elasticdump:p:', 'snmpbulkwalk:cAX:', 'snmptrap:cAX:', 'ldapdelete:w:', 'ldapcompare:w:', 'mysqlcheck::p', 'mysqlbinlog::p', 'mysqlpump::p', 'mysqlsh::p',
  'open:u:', 'tsql:P:', 'fisql:P:', 'mosquitto_rr:P:', 'openssl:kK:', 'elasticsearch-users:p:', 'rdesktop:p:', 'winrs::p'
]

/** The letters of all options in COMMANDS. */
const COMMAND_LETTERS = [[...new Set(COMMANDS.flatMap(rule => [...rule.split(':').slice(1).join('')]))].join('')]

/** One-word names that count in flat lists of names and values. Every hyphenated name counts there. */
const LIST_NAMES = ['authorization', 'cookie', 'apikey', 'token']

/**
 * For each letter, the letters that often follow it: 240 of 676 pairs. They cover 95 % of the pairs in identifiers and
 * texts of 5,900 documentation files of npm packages, and 36 % of the pairs in random letters.
 */
const COMMON_PAIRS = [
  'bcdfgiklmnprstuvy', 'aeijlorsu', 'acehiklortu', 'adeiosu', 'acdefgilmnopqrstvwxy', 'aefiloru', 'ehilnrsu', 'aeiort', 'abcdefglmnoprstvz',
  'es', 'ei', 'adeilostuy', 'abeimopsu', 'acdefgiklnostuvy', 'bcdfgilmnoprstuvw', 'aeiloprstu', 'u', 'acdefgilmnorstuy', 'acehilopstuy',
  'acehiloprstuy', 'abceilmnprst', 'aei', 'aehinos', 'pt', 'nops', 'e'
]

/**
 * Beginnings of texts that look random and are harmless: PNG, JPEG, GIF, WebP, SVG, PDF, zip, gzip, icons, fonts,
 * audio, WebAssembly and SSH public keys in base64; keys that are made to be published.
 */
const HARMLESS_PREFIXES = [
  'iVBORw0KGgo', '/9j/', 'R0lGOD', 'UklGR', 'PHN2Z', 'PD94bWw', 'JVBERi0', 'UEsDB', 'H4sIA', 'AAABAA', 'd09GM', 'd09GR', 'T2dnUw', 'SUQz',
  'AGFzbQ', 'AAEAAAA', 'T1RUTw', 'Qk0', 'AAAAIGZ0eX', 'AAAAGGZ0eX', 'AAAAHGZ0eX', 'AAAAB3NzaC1', 'AAAAC3NzaC1', 'AAAAE2VjZHNh', 'pk_live_', 'pk_test_', 'phc_',
  'bc1', 'tb1', 'bafy', 'cs_test_', 'cs_live_', 'chatcmpl-', 'resp_', 'msg_', 'thread_', 'asst_', 'run_', 'call_', 'toolu_', 'req_', 'evt_', 'file-'
]

/** Labels before harmless digests in base64: subresource integrity, SSH fingerprints, data URLs, weak ETags. */
const DIGEST_LABELS = ['sha1-', 'sha256-', 'sha384-', 'sha512-', 'md5-', 'sha256:', 'sha512:', 'sha1/', 'sha256/', 'sha384/', 'sha512/', 'sha-256=', 'sha-512=', 'base64,', 'w/"', 'boundary=', 'boundary="']

/** Endings of files. A run of characters before one of these is a path, with the hash of a build in it. */
const FILE_EXTENSIONS = [
  'js', 'mjs', 'cjs', 'ts', 'mts', 'tsx', 'jsx', 'css', 'json', 'map', 'html', 'png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'woff', 'woff2', 'ttf',
  'wasm', 'node', 'txt', 'md', 'log', 'pdf', 'zip', 'gz', 'tgz', 'csv', 'parquet', 'mp4', 'vue', 'sock', 'lock', 'yml', 'yaml', 'xml', 'so', 'tmp'
]

/** What the first line of a PEM block says of those that are no secrets. */
const PUBLIC_PEM = ['CERTIFICATE', 'PUBLIC KEY', 'RSA PUBLIC KEY', 'EC PUBLIC KEY', 'TRUSTED CERTIFICATE', 'X509 CRL', 'PGP PUBLIC KEY BLOCK']

/** Names of password hash schemes, which stand between dollar signs. */
const CRYPT_SCHEMES = [
  '2a', '2b', '2x', '2y', 'argon2i', 'argon2d', 'argon2id', '1', '5', '6', 'y', 'apr1', 'scrypt', 'pbkdf2', 'pbkdf2-sha1', 'pbkdf2-sha256',
  'pbkdf2-sha512'
]

/** Attributes that make the `name=value` before them a cookie. */
const COOKIE_ATTRIBUTES = ['path=', 'domain=', 'expires=', 'max-age=', 'samesite=', 'httponly', 'secure', 'partitioned', 'priority=']

/** Names of headers whose value is the rest of the line. */
const LINE_NAMES = ['authorization', 'proxy authorization', 'cookie', 'set cookie', 'x api key', 'x auth token']

/** Words before a secret in quotes, in SQL and in messages. */
const QUOTED_AFTER = ['password', 'passwd', 'passphrase', 'identified by']

/**
 * Tokens that are recognised by their prefix, as their vendors document it: `[prefix, alphabet, least, most]`. The
 * lengths are those of the text after the prefix; a `most` of 0 means no limit. Alphabets: `w` letters and digits, `u`
 * these and `-_`, `b` base64, `t` all characters of bearer tokens, `h` hex digits, `U` capitals and digits, `l` small
 * letters and digits, `c` all characters of password hashes, `p` all characters of URL paths, `i` `t` and `*`. `m` is
 * `u` for prefixes that are everyday words: the text must contain a digit, a small and a capital letter, or be hex.
 * @type {ReadonlyArray<readonly [string, string, number, number]>}
 */
const TOKEN_PREFIXES = [
  ['AKIA', 'U', 16, 16], ['ASIA', 'U', 16, 16], ['ABIA', 'U', 16, 16], ['ACCA', 'U', 16, 16], ['AROA', 'U', 17, 17], ['AIDA', 'U', 17, 17],
  ['IQoJb3JpZ2lu', 'b', 20, 0], ['FwoGZXIvYXdz', 'b', 20, 0], ['FQoGZXIvYXdz', 'b', 20, 0], ['AQoDYXdz', 'b', 20, 0],
  ['amzn.mws.', 'u', 36, 36], ['ABSKQmVkcm9ja', 'b', 20, 0],
  ['AIza', 'u', 35, 35], ['ya29.', 't', 20, 0], ['GOCSPX-', 'u', 28, 28], ['1//0', 'u', 30, 0], ['4/0A', 'u', 30, 0],
  ['ghp_', 'w', 36, 0], ['gho_', 'w', 36, 0], ['ghu_', 'w', 36, 0], ['ghs_', 'w', 36, 0], ['ghr_', 'w', 36, 0], ['github_pat_', 'u', 22, 0],
  ['v1.', 'h', 40, 40],
  ['glpat-', 't', 20, 0], ['gldt-', 't', 20, 0], ['glrt-', 't', 20, 0], ['glcbt-', 't', 20, 0], ['glptt-', 't', 20, 0], ['glft-', 't', 20, 0],
  ['glimt-', 't', 20, 0], ['glagent-', 't', 20, 0], ['gloas-', 't', 20, 0], ['glsoat-', 't', 20, 0], ['GR1348941', 'u', 20, 20],
  ['sk_live_', 'u', 16, 0], ['sk_test_', 'u', 16, 0], ['rk_live_', 'u', 16, 0], ['rk_test_', 'u', 16, 0], ['whsec_', 'b', 16, 0],
  ['xoxb-', 'u', 10, 0], ['xoxp-', 'u', 10, 0], ['xoxa-', 'u', 10, 0], ['xoxr-', 'u', 10, 0], ['xoxs-', 'u', 10, 0], ['xoxo-', 'u', 10, 0],
  ['xoxe-', 'u', 10, 0], ['xoxe.xox', 't', 10, 0], ['xoxc-', 'u', 10, 0], ['xoxd-', 't', 10, 0], ['xapp-', 'u', 10, 0],
  ['npm_', 'w', 36, 36], ['pypi-', 'u', 50, 0], ['rubygems_', 'h', 48, 48], ['oy2', 'l', 43, 43], ['cio', 'w', 32, 32],
  ['dckr_pat_', 'u', 20, 0], ['dckr_oat_', 'u', 20, 0], ['AKCp', 'w', 60, 0], ['CLOJARS_', 'w', 60, 60],
  ['SG.', 't', 40, 0], ['key-', 'h', 32, 32], ['xkeysib-', 'u', 64, 0], ['xsmtpsib-', 'u', 64, 0], ['re_', 'm', 24, 0], ['SK', 'h', 32, 32],
  ['sk-', 'm', 20, 0], ['sk-ant-', 'u', 20, 0], ['sk-proj-', 'u', 20, 0], ['sk-or-v1-', 'h', 64, 64], ['hf_', 'w', 30, 0], ['r8_', 'w', 37, 37],
  ['gsk_', 'w', 40, 0], ['pplx-', 'w', 40, 0], ['xai-', 'w', 60, 0], ['api_org_', 'w', 30, 0], ['lsv2_pt_', 'u', 30, 0], ['lsv2_sk_', 'u', 30, 0],
  ['dop_v1_', 'h', 64, 64], ['doo_v1_', 'h', 64, 64], ['dor_v1_', 'h', 64, 64], ['HRKU-', 'u', 30, 0], ['fm1_', 'b', 40, 0], ['fm2_', 'b', 40, 0],
  ['fo1_', 'u', 40, 0], ['nfp_', 'w', 36, 0], ['rnd_', 'w', 26, 0], ['vercel_blob_rw_', 'u', 20, 0], ['sbp_', 'h', 40, 40], ['sb_secret_', 'u', 20, 0],
  ['pscale_tkn_', 't', 30, 0], ['pscale_pw_', 't', 30, 0], ['pscale_oauth_', 't', 30, 0], ['napi_', 'w', 40, 0], ['dapi', 'h', 32, 32],
  ['dp.pt.', 'w', 40, 0], ['dp.st.', 't', 40, 0], ['dp.ct.', 'w', 40, 0], ['dp.sa.', 'w', 40, 0], ['hvs.', 'u', 24, 0], ['hvb.', 'u', 24, 0],
  ['hvr.', 'u', 24, 0], ['glc_', 'b', 32, 0], ['glsa_', 'u', 32, 0], ['NRAK-', 'w', 27, 0], ['NRII-', 'u', 20, 0], ['NRIQ-', 'u', 20, 0], ['NRRA-', 'h', 30, 0], ['NRAA-', 'h', 20, 0], ['NRSP-', 'u', 20, 0], ['NRJS-', 'h', 15, 0], ['sntrys_', 't', 40, 0],
  ['sntryu_', 'h', 64, 64], ['phx_', 'u', 32, 0], ['lin_api_', 'w', 32, 0], ['secret_', 'w', 43, 43], ['ntn_', 'w', 40, 0], ['pat', 't', 79, 79],
  ['figd_', 'u', 40, 0], ['figo_', 'u', 40, 0], ['PMAK-', 'u', 59, 59], ['PMAT-', 'u', 20, 0], ['shpat_', 'h', 32, 32], ['shpca_', 'h', 32, 32],
  ['shppa_', 'h', 32, 32], ['shpss_', 'h', 32, 32], ['sq0atp-', 'u', 22, 0], ['sq0csp-', 'u', 43, 0], ['EAAA', 'u', 56, 0],
  ['EAACEdEose0cBA', 'w', 20, 0], ['EAA', 'w', 90, 0], ['ATATT3xFf', 't', 60, 0], ['ATCTT3xFf', 't', 60, 0], ['ATBB', 'w', 32, 32], ['A21AA', 'u', 40, 0],
  ['sl.', 'u', 100, 0], ['CFPAT-', 'u', 43, 0], ['sqp_', 'h', 40, 40], ['squ_', 'h', 40, 40], ['sqa_', 'h', 40, 40], ['CCIPAT_', 'w', 40, 0],
  ['bkua_', 'h', 40, 40], ['AGE-SECRET-KEY-1', 'U', 58, 58], ['tskey-', 'u', 20, 0], ['pul-', 'h', 40, 40], ['pnu_', 'w', 36, 36], ['tfp_', 'u', 40, 0],
  ['sdk-', 'u', 36, 36], ['FLWSECK', 'u', 16, 0], ['rzp_live_', 'w', 14, 0], ['rzp_test_', 'w', 14, 0], ['duffel_live_', 'u', 40, 0],
  ['duffel_test_', 'u', 40, 0], ['cmVmdGtuOj', 'b', 40, 0], ['npg_', 'w', 12, 16], ['pat-na1-', 'u', 36, 36], ['pat-eu1-', 'u', 36, 36], ['pat.', 't', 60, 0], ['fw_', 'w', 24, 24],
  ['sk_', 'm', 20, 0], ['key_', 'h', 40, 0], ['gta_', 'h', 40, 40], ['lin_oauth_', 'h', 40, 0], ['sk-lf-', 'u', 36, 36], ['EZAK', 'w', 54, 54], ['EZTK', 'w', 54, 54], ['p8e-', 'l', 32, 32], ['LTAI', 'w', 16, 20], ['AKID', 'w', 32, 32],
  ['AQVN', 'u', 35, 0], ['t1.', 't', 80, 0], ['SCW', 'U', 17, 17], ['whsk_', 'w', 30, 0], ['live_', 'w', 30, 0], ['EAAl', 'u', 60, 0],
  ['access-sandbox-', 'u', 36, 36], ['access-production-', 'u', 36, 36], ['access-development-', 'u', 36, 36],
  ['access_token$production$', 'c', 20, 0], ['access_token$sandbox$', 'c', 20, 0], ['sk.eyJ', 't', 40, 0], ['AAAAAAAAAAAAAAAAAAAAA', 't', 60, 0],
  ['hooks.slack.com/services/', 'p', 20, 0], ['hooks.slack.com/workflows/', 'p', 20, 0], ['hooks.slack.com/triggers/', 'p', 20, 0], ['hooks.slack-gov.com/services/', 'p', 20, 0],
  ['webhook.office.com/webhookb2/', 'p', 40, 0], ['outlook.office.com/webhook/', 'p', 40, 0], ['hooks.zapier.com/hooks/catch/', 'p', 8, 0],
  ['canary.discord.com/api/webhooks/', 'p', 40, 0], ['ptb.discord.com/api/webhooks/', 'p', 40, 0], ['api.telegram.org/bot', 't', 35, 0], ['discord.com/api/webhooks/', 'p', 40, 0], ['discordapp.com/api/webhooks/', 'p', 40, 0],
  ['atlasv1.', 'u', 60, 0], ['pbkdf2_sha256$', 'c', 30, 0], ['pbkdf2_sha1$', 'c', 30, 0], ['scrypt:', 'c', 60, 0],
  ['Fe26.2*', 'i', 60, 0], ['infura.io/v3/', 'h', 32, 32], ['alchemy.com/v2/', 'u', 24, 0], ['alchemyapi.io/v2/', 'u', 24, 0],
  ['quiknode.pro/', 'h', 32, 0], ['PHNhbWxwOlJlc3BvbnNl', 'b', 40, 0], ['PHNhbWwycDpSZXNwb25zZ', 'b', 40, 0],
  ['PLAIN}', 't', 4, 0], ['CLEARTEXT}', 't', 4, 0], ['add-mask::', 't', 4, 0], ['trojan://', 't', 6, 0], ['s.', 'm', 24, 24], ['hysteria2://', 't', 6, 0], ['tuic://', 't', 36, 0],
  ['LS0tLS1CRUdJTiBSU0EgUFJ', 'b', 20, 0], ['LS0tLS1CRUdJTiBQUklW', 'b', 20, 0], ['LS0tLS1CRUdJTiBFQyBQ', 'b', 20, 0], ['LS0tLS1CRUdJTiBPUEVOU1NI', 'b', 20, 0],
  ['LS0tLS1CRUdJTiBFTkNSWVBU', 'b', 20, 0], ['LS0tLS1CRUdJTiBEU0Eg', 'b', 20, 0], ['LS0tLS1CRUdJTiBQR1AgUFJJ', 'b', 20, 0]
]

/** Commands whose last word is a secret. */
const LAST_WORD_COMMANDS = [
  'rabbitmqctl add_user', 'rabbitmqctl change_password', 'rabbitmqctl authenticate_user', 'htpasswd -b', 'htpasswd -nb', 'htpasswd -bc', 'htpasswd -cb', 'vault login', 'net user', 'net use', 'rclone obscure',
  'mosquitto_passwd -b', 'smbpasswd -s', 'redis-cli auth', 'ejabberdctl register', 'ejabberdctl change_password', 'emqx_ctl admins passwd', 'grafana-cli admin reset-admin-password', 'bao login', 'PRIVMSG NickServ :IDENTIFY'
]

/** Schemes of HTTP behind which one word is a secret, if nothing else is in the text. */
const LONE_SCHEMES = ['apikey', 'negotiate', 'dpop', 'ntlm', 'geniekey']

/** What reads a secret from a pipe: `echo secret | docker login --password-stdin`. */
const PIPED_INTO = ['-stdin', 'chpasswd', 'kinit', 'sudo -S', 'passphrase-fd', 'cryptsetup ']

/**
 * Parts of paths behind which a link has a random part that proves who opens it. Names of strong secrets count, too:
 * `/reset-password/…`.
 */
const BEFORE_LINK_SECRET = ['hooks', 'invite', 'invitation', 'magic-link', 'verify', 'confirm', 'activate', 'unsubscribe']

/** Words between a code and what it is: `481204 is your login code`. */
const BEFORE_CODE_NAME = [' is your ', ' is the ', ' as your ', ' ist ihr ', ' ist dein ', ' est votre ', ' es su ', ' es tu ']

/** SQL's functions that get a key as their second argument: `AES_DECRYPT(column, '…')`. */
const SQL_KEY_FUNCTIONS = ['aes_encrypt(', 'aes_decrypt(', 'pgp_sym_encrypt(', 'pgp_sym_decrypt(']

/** Words before the parameters of a statement in a log: `-- PARAMETERS: ["…", 7]`. */
const PARAMETER_WORDS = ['parameters', 'params', 'bindings']

/** Words before the `user/secret@host` of Oracle's tools. */
const BEFORE_SLASHED_LOGIN = ['thin:', 'oci:', 'oci8:', 'sqlplus ', 'sqlplus -s ', 'sqlplus -l ', 'sqlldr ', 'expdp ', 'impdp ', 'exp ', 'imp ', 'userid=', 'connect ', 'conn ', 'target ']

/** Tables that hold people and what they log in with. An `INSERT` into one may hide values though it names no columns. */
const SECRET_TABLES = [
  'user', 'users', 'account', 'accounts', 'login', 'logins', 'member', 'members', 'admin', 'admins', 'auth', 'identity', 'identities', 'operators',
  'subscribers', 'keys', 'clients', 'benutzer'
]

/** Beginnings of words that say how a secret is encoded: `the token is base64url`. */
const ENCODINGS = ['base64', 'base32', 'utf', 'ascii', 'sha', 'hs256', 'rs256', 'es256', 'aes', 'v1', 'v2']

module.exports = {
  LAST_WORD_COMMANDS,
  BEFORE_SLASHED_LOGIN,
  LONE_SCHEMES,
  PIPED_INTO,
  BEFORE_LINK_SECRET,
  BEFORE_CODE_NAME,
  SQL_KEY_FUNCTIONS,
  PARAMETER_WORDS,
  SECRET_TABLES,
  ENCODINGS,
  SENSITIVE_WORDS,
  SENSITIVE_ENDINGS,
  SENSITIVE_LAST_WORDS,
  SENSITIVE_PAIRS,
  VALUE_WORDS,
  BEFORE_KEY,
  BEFORE_CODE,
  BEFORE_PROOF,
  PROOFS,
  WEAK_WORDS,
  SPEECH_WORDS,
  PERSONAL_LAST_WORDS,
  PERSONAL_PAIRS,
  PERSON_WORDS,
  NAME_WORDS,
  HARMLESS_PAIRS,
  CONNECTION_NAMES,
  IDENTIFIER_LAST_WORDS,
  HARMLESS_LAST_WORDS,
  HARMLESS_FIRST_WORDS,
  SUSPICIOUS_LAST_WORDS,
  HARMLESS_BEFORE_KEY,
  CONTENTS_WORDS,
  NUMBER_WORDS,
  FIELD_NAMES,
  NO_VALUES,
  PROGRAM_ROOTS,
  VARIABLE_ROOTS,
  VERDICTS,
  SMALL_WORDS,
  SQL_FUNCTIONS,
  COMMANDS,
  COMMAND_LETTERS,
  LIST_NAMES,
  COMMON_PAIRS,
  HARMLESS_PREFIXES,
  DIGEST_LABELS,
  FILE_EXTENSIONS,
  PUBLIC_PEM,
  CRYPT_SCHEMES,
  COOKIE_ATTRIBUTES,
  LINE_NAMES,
  QUOTED_AFTER,
  TOKEN_PREFIXES
}
