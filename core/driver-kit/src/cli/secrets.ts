/** Words before a secret that say in which form it follows. */
const forms = [
  String.raw`encrypted|plain(?:-?text|_text)?|ciphertext|cipher|simple|hash|irreversible-cipher`,
  String.raw`sha\d*|sha_1|scrypt|level|ascii|hex|\d{1,2}`,
].join('|')
const how = String.raw`(?:(?:${forms})\s+)*`
const secret = String.raw`(?<secret>"[^"]*"|[^\s";]+)`
const secretAfter = (before: string) => new RegExp(before + how + secret, 'i')

/**
 * Secrets in the configurations of most consoles: passwords, keys, SNMP communities and users, pre-shared
 * keys, credentials in addresses.
 */
export const commonSecrets: readonly RegExp[] = [
  // A password can contain blanks: it ends before the next keyword, or at the end of the line.
  /\b(?:password|secret)\s+0\s+(?<secret>[^\s"].*?)(?=\s+secret\s|\s*$)/i,
  secretAfter(String.raw`\b(?:pass(?:word|wd|phrase|code)|secret)\s+`),
  secretAfter(
    String.raw`\b(?:server-|shared-|hash-)?key(?:-string)?\s+` +
      String.raw`(?=(?:encrypted|ciphertext|plaintext|cipher|simple|\d{1,2})\s)`,
  ),
  secretAfter(String.raw`^\s*\S*(?:radius|tacacs)\S*\b.*\bkey\s+`),
  secretAfter(
    String.raw`\b(?:key-string|pre-shared-key|authentication-key|message-digest-key\s+\d+\s+md5)\s+`,
  ),
  /\bset-key\s+(?:ascii|hex)\s+(?:\d\s+)?(?<secret>.+)/i,
  secretAfter(String.raw`^\s*(?:\S+\s+)?snmp\S*\s.*\bcommunity\s+(?:(?:read|write|ro|rw)\s+)?`),
  secretAfter(String.raw`^\s*snmp\S*\s+community\s+(?:(?:read|write|map)\s+)?`),
  /^\s*snmp-server host\s+\S+\s+(?:(?:traps?|informs?|version\s+\S+|vrf\s+\S+|udp-port\s+\d+|auth|noauth|priv)\s+)*(?<secret>(?!community\b|source-interface\b|use-vrf\b|filter-vrf\b)\S+)/i,
  secretAfter(String.raw`\bauth\s+(?:md5|sha\S*)\s+`),
  /\bauth\s+(?:md5|sha\S*)\s+(?:\d\s+)?\S+\s+(?!priv\b|access\b|localized)(?<secret>\S+)/i,
  secretAfter(String.raw`\bpriv\s+(?:3?des|aes\S*(?:\s+\d{3})?)\s+(?!auth\b)`),
  /:\/\/[^\s:/@"]+:(?<secret>[^\s@"]+)@/,
]

/** Characters of a line in which secrets are searched. The rest of a longer line is not shown. */
const maxLineLength = 4096

const compiled = new WeakMap<RegExp, RegExp>()
const everywhere = (pattern: RegExp): RegExp => {
  const known = compiled.get(pattern)
  if (known) return known
  const made = new RegExp(pattern.source, `${pattern.flags.replace(/[dgy]/g, '')}dg`)
  compiled.set(pattern, made)
  return made
}

/** The text with `***` in place of every group `secret` of the patterns, line by line. */
export const maskSecrets = (patterns: readonly RegExp[], text: string): string =>
  patterns.length === 0
    ? text
    : text
        .split('\n')
        .map(line => {
          let shown = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line
          for (const pattern of patterns) {
            // Most lines have no secret, and this test is cheaper than a search for positions.
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
