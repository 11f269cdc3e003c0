import type { Why } from '../base/refused.ts'

/** Characters of values that a console does not take as text. */
export interface ValueRules {
  /** More characters that the line editor of this vendor interprets, as in a class of a RegExp: `~!`. */
  refuse?: string
}

/** `$` is a variable in quotes too. */
const vendors: Readonly<Record<string, ValueRules>> = { MikroTik: { refuse: '$' } }

/** What the consoles of a vendor interpret in addition. */
export const valueRulesOf = (vendor: string | null | undefined): ValueRules => vendors[vendor ?? ''] ?? {}

/** A value in its line. */
export interface ValueAt {
  name: string
  /** Inside of double quotes of the author. */
  quoted: boolean
  mayBeEmpty: boolean
  /** The characters on both sides in the line; empty at its ends. */
  before: string
  after: string
}

/** Tells whether a value may be a part of a command. */
export type ValueCheck = (value: string, at: ValueAt) => Why | null

const shown = (char: string) =>
  /[\x21-\x7e]/.test(char) ? char : `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** They end a command, begin a filter, a construct or a command inside of a command (RouterOS: `[…]`). */
const bareOnly = ';|&$<>[\\]{}'

/**
 * The rules of driver-kit's `cliText` for a part of a command: printable ASCII without what line editors
 * interpret; outside of double quotes also nothing of `bareOnly`.
 */
export function valueCheck({ refuse = '' }: ValueRules = {}): ValueCheck {
  const always = `[^\\x20-\\x7e]|[?"'\`\\\\${refuse}]`
  const quotedBad = new RegExp(always, 'u')
  const bareBad = new RegExp(`${always}|[${bareOnly}]`, 'u')
  return (value, { name, quoted, mayBeEmpty, before, after }) => {
    if (value === '' && !quoted && !mayBeEmpty)
      return {
        code: 'VALUE_EMPTY',
        message: `"${name}" is empty`,
        hint: `The command may mean more without it. Write {{#if ${name}}}, or {{default ${name} "…"}}.`,
      }
    const bad = (quoted ? quotedBad : bareBad).exec(value)
    if (!bad) {
      if (!/\$[[({]/.test(before + value + after)) return null
      return {
        code: 'VALUE_CHARACTER',
        message: `"${name}" makes a $ with a bracket, which some consoles run as a command`,
        hint: 'Fill in another value.',
      }
    }
    const foreign = !/[\x20-\x7e]/.test(bad[0])
    return {
      code: 'VALUE_CHARACTER',
      message: `"${name}" has the character ${shown(bad[0])}, which a console does not take as text`,
      hint: foreign
        ? `For a description write {{ascii ${name}}}; else fill in another value.`
        : quoted || !bareOnly.includes(bad[0])
          ? 'Fill in another value.'
          : 'Fill in another value, or put the expression into double quotes if the device takes them.',
    }
  }
}
