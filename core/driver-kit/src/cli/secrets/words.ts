/**
 * Parts of patterns for secrets in command lines. No part repeats a part that repeats without a limit, and
 * every distance has a limit: the time of a search grows with the length of a line and not faster.
 */

/** A keyword and its abbreviations of at least `least` letters: consoles accept both. */
export const word = (whole: string, least: number): string =>
  whole.slice(0, least) +
  Array.from(whole.slice(least)).reduceRight((rest, letter) => `(?:${letter}${rest})?`, '')

const oneOf = (...words: string[]): string => `(?:${words.join('|')})`

const encodings = [
  String.raw`(?:un)?encrypted|encrypt(?:_data)?|plain(?:-?text|_text)?|ciphertext|clear(?:text)?|hash2?`,
  `irreversible-cipher|${word('cipher', 2)}|${word('simple', 3)}|usual|nonstandard|text|value|key`,
  String.raw`(?:hmac-)?sha[\w-]*|sha_1|scrypt|pbkdf2|(?:hmac-|ietf-)?md5|ascii(?:-text)?|hex(?:adecimal)?`,
  String.raw`\d{1,5}`,
]
const options = [
  String.raw`(?:level|lev|type|role|address|hostname|user-name|key-id)\s+\S+(?:\s+[\d.]+)?`,
  'manager|operator|local|remote|auth-pass(?:word)?|priv-pass(?:word)?|simple-password',
  String.raw`"?\d{1,3}(?:\.\d{1,3}){3}"?`,
]
/** Words between a keyword and its secret that tell the form of the secret, or whose it is. */
export const how = String.raw`(?:${oneOf(...encodings, ...options)}\s+){0,6}`

/** Words of sentences: no secret follows the keyword. "The password is too short" has no secret. */
const prose = [
  'is|are|was|were|be|has|have|had|must|may|can|cannot|could|should|will|would|does|did|do|not|no',
  'and|or|nor|of|for|to|the|a|an|in|on|at|by|from|with|without|that|this|which|who|as|if|it|than|then|but',
  'too|so|when|while|after|before|again|twice|only|needs?|your|his|her|its|their|our',
]
/** Words that follow a keyword in commands and tables that hold no secret. */
const settings = [
  'encryption|recovery|policy|strength|complexity|minimum|min-length|length|aging|history|lockout|expiry',
  'expired?|expires|required|mismatch|mismatched|changed?|changes|reset|prompt|retry|rules|authentication',
  'enabled?|disabled?|chain|generate|generation|import|export|zeroize|rsa|dsa|ecdsa|ed25519|exchange|pair',
  'size|algorithm|key-chain|keychain|key-string|failed|failure|incorrect|wrong|accepted|saved|already|found',
  'invalid|configured|unknown|protected|confirmation|print|find|where|%',
]
/** Keywords that have a secret of their own behind them, also after a number or a digest. */
const nextKeywords = [
  'server|secret|password|pass-?phrase|community|key-string|key-value|md5-key|localized-key|set-key',
  String.raw`authdata|auth\s+(?:md5|sha)`,
].join('|')
/** Verbs of RouterOS, its `name=value`, and ends of brackets. */
const otherParts = [
  String.raw`(?:add|set|remove|enable|disable)\s`,
  String.raw`\[find|[\]})](?:\s|$)`,
  String.raw`(?:\d{1,5}\s+)?[\w.-]{1,40}=[^\s=]`,
]
/** What follows is neither a sentence nor a setting nor the next keyword. */
export const notProse = [
  String.raw`(?!${oneOf(...prose, ...settings)}(?![^\s,.:;!?]))`,
  String.raw`(?!(?:(?:\d{1,5}|(?:ietf-)?md5|sha\S*)\s+)?(?:${nextKeywords})\s+\S)`,
  `(?!${oneOf(...otherParts)})`,
].join('')

/** Between a keyword and a secret: blanks, `=` or `:`, also as in JSON. */
export const separator = String.raw`(?:"\s*:\s*(?=["\d])|\s*[=:]\s*|\s+)`

const quoted = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)|'[^']*(?:'|$)`
const bare = String.raw`(?:[^\s"';]|(?<!\s)["';](?=[^\s"',;:}\])]))+`
/** A word, or text in quotes, also if its end is missing. */
export const secret = `(?<secret>${quoted}|${bare})`

/** What stands before the first word of a command: nothing, another command, or a prompt. */
export const start = String.raw`(?:^|[;#>\]])`

/** The keyword, if a word that begins with `context` stands at most 160 characters before it. */
export const after = (context: string, keyword: string): string =>
  String.raw`(?<![\w.@-])(?:${keyword})(?<=(?<![\w.@])(?:${context})[^;]{0,160})`

export const pattern = (...parts: string[]): RegExp => new RegExp(parts.join(''), 'i')

/** The word behind a keyword. */
export const secretAfter = (...keyword: string[]): RegExp =>
  pattern(...keyword, separator, notProse, how, notProse, secret)
