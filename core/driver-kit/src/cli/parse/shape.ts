const mac = [
  String.raw`(?:[\da-fA-F]{4}[.:-]){2}[\da-fA-F]{4}`,
  String.raw`(?:[\da-fA-F]{2}[:-]){5}[\da-fA-F]{2}`,
  String.raw`[\da-fA-F]{6}-[\da-fA-F]{6}`,
  String.raw`[\da-fA-F]{12}`,
].join('|')
const known: Readonly<Record<string, string>> = {
  mac,
  ip: String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
  vlan: String.raw`\d{1,4}|[Aa][Ll]{2}|N\/A|-{1,3}`,
  '': String.raw`\S+`,
}

/**
 * The pattern of a table line, with linear cost. Words in braces are cells; other words match themselves, and
 * blanks match any blanks.
 * `{mac}`, `{ip}` and `{vlan}` match what their names say, `{port}` and other names match one word, `{}`
 * matches a word that is not needed; `{name:a|b}` matches one of these words; `{name?}` is optional;
 * `{name...}` is the rest of the line. `*` at the beginning allows marks before the first cell.
 * @example shape('{vlan} {mac} {type:dynamic|static} {port}')
 */
export function shape(pattern: string): RegExp {
  const marked = pattern.startsWith('*')
  let source = marked ? String.raw`^[\s*+~#&!>=RSDGOC]{0,16}` : String.raw`^\s*`
  const words = pattern
    .slice(marked ? 1 : 0)
    .trim()
    .split(/\s+/)
  words.forEach((word, at) => {
    const [, name, mark, choice] = /^\{([a-z]*)(?:(\?|\.\.\.)|:([^}]*))?\}$/.exec(word) ?? []
    const blank = at === 0 ? '' : String.raw`\s+`
    if (name === undefined) source += blank + word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    else {
      const inside = choice ?? (mark === '...' ? String.raw`\S.*` : (known[name] ?? String.raw`\S+`))
      const cell = name === '' ? `(?:${inside})` : `(?<${name}>${inside})`
      source += mark ? `(?:${blank}${cell})?` : blank + cell
    }
  })
  return new RegExp(`${source}\\s*$`, 'i')
}
