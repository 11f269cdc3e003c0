import { problem } from './problem.ts'
import type { Word } from './words.ts'

/** Operators of two sides with their strength, as Twig documents them. */
export const strengths: Readonly<Record<string, number>> = {
  or: 10,
  and: 15,
  '==': 20,
  '!=': 20,
  '===': 20,
  '!==': 20,
  '<': 20,
  '>': 20,
  '<=': 20,
  '>=': 20,
  '<=>': 20,
  in: 20,
  'not in': 20,
  matches: 20,
  'starts with': 20,
  'ends with': 20,
  '..': 25,
  '+': 30,
  '-': 30,
  '~': 40,
  '*': 60,
  '/': 60,
  '//': 60,
  '%': 60,
  is: 100,
  '**': 200,
  '??': 300,
}
export const maxDepth = 60

/** Where the parser is. */
export interface Cursor {
  words: readonly Word[]
  at: number
  depth: number
}

export const failed = (message: string) => problem('CONVERT_SYNTAX', message, 'Correct the expression.')
export const shown = (word: Word | undefined) =>
  word === undefined ? 'the end' : 'value' in word ? `\`${String(word.value)}\`` : 'a text'

export function isWord(cursor: Cursor, value: string, ahead = 0): boolean {
  const word = cursor.words[cursor.at + ahead]
  return (word?.kind === 'sign' || word?.kind === 'name') && word.value === value
}
export function take(cursor: Cursor, value: string): boolean {
  if (!isWord(cursor, value)) return false
  cursor.at++
  return true
}
export function expect(cursor: Cursor, value: string): void {
  if (!take(cursor, value)) throw failed(`\`${value}\` is missing before ${shown(cursor.words[cursor.at])}`)
}
export function nameHere(cursor: Cursor): string {
  const word = cursor.words[cursor.at++]
  if (word?.kind !== 'name') throw failed(`a name is missing before ${shown(word)}`)
  return word.value
}

/** The operator that stands here, of one or two words. */
export function operatorHere(cursor: Cursor): string | null {
  const word = cursor.words[cursor.at]
  if (word?.kind !== 'sign' && word?.kind !== 'name') return null
  const two = [
    ['not', 'in'],
    ['starts', 'with'],
    ['ends', 'with'],
  ].find(([first, second]) => isWord(cursor, first!) && isWord(cursor, second!, 1))
  return two ? two.join(' ') : Object.hasOwn(strengths, word.value) ? word.value : null
}
