/** Blocks that begin with `Profile name :NAME`. */
const named = (text: string): string[] =>
  text.split('\n').flatMap(line => {
    const at = line.indexOf(':')
    return at > 0 && /^\s*(?:profile )?name\s*$/i.test(line.slice(0, at)) ? [line.slice(at + 1).trim()] : []
  })

/**
 * Names of profiles: blocks of `Profile name :NAME`, or one name a line below a heading. Null: the text is
 * no list of profiles.
 */
export function readProfiles(text: string): string[] | null {
  if (/no related information/i.test(text)) return []
  const blocks = named(text).filter(Boolean)
  if (blocks.length > 0) return [...new Set(blocks)]
  const lines = text.split('\n').map(line => line.trim())
  const rule = lines.findIndex(line => /^[-=]{4,}$/.test(line))
  const heading = rule >= 0 ? rule : lines.findIndex(line => /\bprofile\b|\bname\b/i.test(line))
  if (heading < 0) return null
  return lines.slice(heading + 1).flatMap(line => /^\S{1,64}/.exec(line)?.[0] ?? [])
}
