import type { Why } from '../base/refused.ts'

/** Characters of values that a console does not take as text. */
export interface ValueRules {
  /** More characters that the line editor of this vendor interprets, as in a class of a RegExp: `~!`. */
  refuse?: string
}

/** Tells whether a value may be a part of a command. */
export type ValueCheck = (
  value: string,
  at: { name: string; quoted: boolean; mayBeEmpty: boolean },
) => Why | null

const shown = (char: string) =>
  /[\x21-\x7e]/.test(char) ? char : `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The rules of driver-kit's `cliText` for a part of a command: printable ASCII without what line editors
 * interpret; outside of double quotes also nothing that ends a command or begins a filter or a construct.
 */
export function valueCheck({ refuse = '' }: ValueRules = {}): ValueCheck {
  const always = `[^\\x20-\\x7e]|[?"'\`\\\\${refuse}]`
  const quotedBad = new RegExp(always, 'u')
  const bareBad = new RegExp(`${always}|[;|&$<>]`, 'u')
  return (value, { name, quoted, mayBeEmpty }) => {
    if (value === '' && !quoted && !mayBeEmpty)
      return {
        code: 'VALUE_EMPTY',
        message: `"${name}" is empty`,
        hint: `The command may mean more without it. Write {{#if ${name}}}, or {{default ${name} "…"}}.`,
      }
    const bad = (quoted ? quotedBad : bareBad).exec(value)
    if (!bad) return null
    const foreign = !/[\x20-\x7e]/.test(bad[0])
    return {
      code: 'VALUE_CHARACTER',
      message: `"${name}" has the character ${shown(bad[0])}, which a console does not take as text`,
      hint: foreign
        ? `For a description write {{ascii ${name}}}; else fill in another value.`
        : quoted || !/[;|&$<>]/.test(bad[0])
          ? 'Fill in another value.'
          : 'Fill in another value, or put the expression into double quotes if the device takes them.',
    }
  }
}
