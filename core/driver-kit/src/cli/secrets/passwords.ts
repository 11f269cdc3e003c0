import { pattern, secretAfter } from './words.ts'

/** Passwords and keys whose keyword alone shows that a secret follows. */
export const passwords: readonly RegExp[] = [
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
