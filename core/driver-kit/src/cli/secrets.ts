/** Words that say how the secret behind them is written. */
const forms = [
  String.raw`encrypted|plain(?:-?text|_text)?|ciphertext|cipher|simple|hash|irreversible-cipher`,
  String.raw`sha\d*|sha_1|scrypt|level|ascii|hex|\d{1,2}`,
].join('|')
const how = String.raw`(?:(?:${forms})\s+)*`
const secret = String.raw`(?<secret>"[^"]*"|[^\s";]+)`
const said = (before: string) => new RegExp(before + how + secret, 'i')

/**
 * Secrets as most consoles write them in a configuration: passwords, keys, SNMP communities and users,
 * pre-shared keys, credentials in addresses.
 */
export const commonSecrets: readonly RegExp[] = [
  // A password may hold blanks; it goes on to the next word that means something, or to the end.
  /\b(?:password|secret)\s+0\s+(?<secret>[^\s"].*?)(?=\s+secret\s|\s*$)/i,
  said(String.raw`\b(?:pass(?:word|wd|phrase|code)|secret)\s+`),
  said(
    String.raw`\b(?:server-|shared-|hash-)?key(?:-string)?\s+` +
      String.raw`(?=(?:encrypted|ciphertext|plaintext|cipher|simple|\d{1,2})\s)`,
  ),
  said(String.raw`^\s*\S*(?:radius|tacacs)\S*\b.*\bkey\s+`),
  said(String.raw`\b(?:key-string|pre-shared-key|authentication-key|message-digest-key\s+\d+\s+md5)\s+`),
  /\bset-key\s+(?:ascii|hex)\s+(?:\d\s+)?(?<secret>.+)/i,
  said(String.raw`^\s*(?:\S+\s+)?snmp\S*\s.*\bcommunity\s+(?:(?:read|write|ro|rw)\s+)?`),
  said(String.raw`^\s*snmp\S*\s+community\s+(?:(?:read|write|map)\s+)?`),
  /^\s*snmp-server host\s+\S+\s+(?:(?:traps?|informs?|version\s+\S+|vrf\s+\S+|udp-port\s+\d+|auth|noauth|priv)\s+)*(?<secret>(?!community\b|source-interface\b|use-vrf\b|filter-vrf\b)\S+)/i,
  said(String.raw`\bauth\s+(?:md5|sha\S*)\s+`),
  /\bauth\s+(?:md5|sha\S*)\s+(?:\d\s+)?\S+\s+(?!priv\b|access\b|localized)(?<secret>\S+)/i,
  said(String.raw`\bpriv\s+(?:3?des|aes\S*(?:\s+\d{3})?)\s+(?!auth\b)`),
  /:\/\/[^\s:/@"]+:(?<secret>[^\s@"]+)@/,
]

/** Longest line in which secrets are looked for; the rest of a longer one is not shown. */
const LONGEST = 4096

const compiled = new WeakMap<RegExp, RegExp>()
const everywhere = (pattern: RegExp): RegExp => {
  const known = compiled.get(pattern)
  if (known) return known
  const made = new RegExp(pattern.source, `${pattern.flags.replace(/[dgy]/g, '')}dg`)
  compiled.set(pattern, made)
  return made
}

/** A text with all that the patterns name `secret` written as `***`, line by line. */
export const maskSecrets = (patterns: readonly RegExp[], text: string): string =>
  patterns.length === 0
    ? text
    : text
        .split('\n')
        .map(line => {
          let shown = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
          for (const pattern of patterns) {
            // Most lines hold no secret, and asking that is cheaper than asking where.
            if (shown.search(pattern) < 0) continue
            const places = [...shown.matchAll(everywhere(pattern))].flatMap(found =>
              found.indices?.groups?.['secret'] ? [found.indices.groups['secret']] : [],
            )
            for (const [from, to] of places.toReversed())
              if (shown.slice(from, to) !== '***') shown = `${shown.slice(0, from)}***${shown.slice(to)}`
          }
          return shown
        })
        .join('\n')
