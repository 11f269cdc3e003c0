import { after, how, notProse, pattern, secret, secretAfter, separator, start, word } from './words.ts'

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
export const keys: readonly RegExp[] = [
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
export const protocols: readonly RegExp[] = [
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
