import { snmp } from './snmp.ts'
import { after, how, notProse, pattern, secret, secretAfter, separator, start, word } from './words.ts'

/** Passwords and keys whose keyword alone shows that a secret follows. */
const passwords: readonly RegExp[] = [
  // A password can contain blanks: it ends before the next keyword, or at the end of the line.
  pattern(
    String.raw`\b(?:password|secret)\s+0\s+(?<secret>[^\s"].{0,255}?)`,
    String.raw`(?=\s+(?:;|(?:secret|role|privilege|priv-lvl|level|expire|class|group|view)\s)|\s*$)`,
  ),
  secretAfter(
    // SmartAX has the name of the user behind this one.
    '(?<!buildrun_new_)pass(?:w(?:o(?:r(?:d)?)?)?|wd|-?phrase|code|key|_key)',
    String.raw`(?:[-_](?:auth|value|hash|encrypt|key))?(?![\w-])`,
  ),
  secretAfter(String.raw`secret(?:[-_](?:key|hash))?(?![\w-])`),
  secretAfter(
    String.raw`(?<![\w-])(?:[a-z\d]{1,12}[-_]){0,2}(?:psk(?:key)?|c?pwd|epwd|pw|auth-pass|priv-pass|`,
    String.raw`auth-string|securityname|security-name)(?![\w-])`,
  ),
  secretAfter(
    '(?:pre-?shared|shared|server|hash2?|auth(?:entication)?|md5|sha\\d*|private|privacy|priv|crypt|',
    String.raw`encrypt(?:ion|ed)?|plaintext|localized|session|radius|tacacs\+?|master|wep|wpa|api|`,
    'access|digest)',
    String.raw`[-_]?key(?:[-_]string)?(?![\w-])`,
  ),
  secretAfter(String.raw`(?<![\w-])key[-_]?(?:string|value)(?![\w-])`),
  secretAfter(
    String.raw`(?<![\w-])(?:ascii-text|hexadecimal|auth-token|token)(?![\w-])(?!\s+(?:ring|bucket))`,
  ),
  // Junos marks every secret, whatever the word in front of it is.
  /(?=##\s{1,8}SECRET-DATA)(?<=(?<secret>"[^"]{0,1024}"|[^\s";]{1,1024});?\s{1,8})##/,
  /<[\w:-]{0,40}(?:passw(?:or)?d|passphrase|secret|community|psk|(?:shared|private|auth|encrypted)-key)>(?<secret>[^<]{1,1024})</i,
  /\bset-key\s+(?:ascii|hex)\s+(?:\d\s+)?(?<secret>\S.{0,255}?)(?=\s+;|\s*$)/i,
  /:\/\/[^\s:/@"]{1,128}:(?<secret>[^\s@"]{1,256})@/,
  /(?:^|\s)(?!mailto:|sips?:)[\w.-]{1,64}:(?<secret>[^\s:@/"]{1,128})@[\w.[-]/,
  // Hashes and sealed passwords, in the forms of crypt(3), Junos, Comware and VRP.
  /(?<secret>\$(?:[0-9a-z]{1,2}|sha\d{1,3})\$[^\s";]{6,})/i,
  /(?<secret>%(?:\^%#|@%@|#%#|\$%\$)\S{6,})/,
]

/** Words before `key` after which it is the secret of a server, a peer or a network. */
const aaa = [
  'rad|tac|hwtac|ldap|aaa|server|client|host|isakmp|keyring|psk|wpa|ssid|md5|auth|primary|secondary',
  'isis|macsec|failover',
].join('|')
const purpose = String.raw`(?:(?:auth[\w-]*|acc[\w-]*)\s+)?`
/** The number of a key is no secret: ` key 1` of a key chain. */
const notNumber = String.raw`(?!\d{1,10}\s*$)`
const login = [word('enable', 2), word('username', 2), 'line'].join('|')

/** Keys. `key` alone means many things, so the command around it counts. */
const keys: readonly RegExp[] = [
  pattern(
    after(aaa, 'ke|key'),
    String.raw`(?<!\b(?:ntp|snmp|description|location|contact|remark)\b[^;]{0,160})`,
    separator,
    purpose,
    notProse,
    how,
    notProse,
    secret,
  ),
  pattern(
    start,
    String.raw`\s*key\s+(?!config-key|[\da-f]{2,64}\s+[078]\s+\S)`,
    notNumber,
    purpose,
    notProse,
    how,
    notProse,
    secret,
  ),
  pattern(
    String.raw`(?<![\w-])key\s+(?=(?:encrypted|ciphertext|plaintext|cipher|simple|\d)\s)`,
    how,
    notNumber,
    notProse,
    secret,
  ),
  secretAfter(after(String.raw`(?<=${start}\s{0,16})(?:${login})\s`, 'pas|pass|sec|secr|secre')),
  pattern(start, String.raw`\s*pass?\s+`, how, notProse, secret),
]

const digest = String.raw`(?:hmac-)?(?:md5|sha[\w-]*)`

/** Routing and redundancy protocols. */
const protocols: readonly RegExp[] = [
  secretAfter(String.raw`message-d[\w-]*`),
  pattern(
    after('stand|vrrp|glbp|hsrp|ospf|isis|rip|lsp', 'auth[a-z]*(?:-mode|-k(?:ey?)?)?'),
    String.raw`\s+(?!(?:message-digest|null|mode|key-chain|keychain|key-string|send-only|check|ipsec)`,
    String.raw`(?![^\s]))`,
    String.raw`(?!(?:${digest}|${word('simple', 3)}|text)(?:\s*$|\s+(?:authdata|key-id\s+\d+\s+md5-key)\s))`,
    how,
    notProse,
    '(?!message-digest|key-)',
    secret,
  ),
  secretAfter('(?:simple-text-auth|simple-password|simple-text)'),
]

/**
 * Secrets in the commands and configurations of most consoles: passwords, keys, SNMP communities and users,
 * pre-shared keys, credentials in addresses. Each pattern finds a secret in its named group `secret`.
 */
export const commonSecrets: readonly RegExp[] = [...passwords, ...keys, ...snmp, ...protocols]

/** Every line that one of these patterns matches has one of these words. Most lines have none. */
export const commonHint = new RegExp(
  String.raw`pas|sec|psk|pw|auth|priv|key|\bke\s|ascii-|hexad|token|:\/\/|@|\$|%|` +
    String.raw`com(?:m|[\s"=:])|\bho|message-d|simple-`,
  'i',
)
