import { DeviceError } from '@linecard/driver-kit'
import { parseCommand } from '@linecard/driver-kit/cli'
import { nearest } from '../base/nearest.ts'
import type { Say } from './say.ts'
import type { Token } from './tokens.ts'

const names = ['cr', 'prompt', 'confirm', 'confirm-if', 'stream_timeout', 'sleep', 'exception']
const start = /<(cr|prompt|confirm-if|confirm|stream_timeout|sleep|exception)(?![\w-])/g

/** Longer lines are told of by themselves, and nobody writes so many constructs. */
const maxPiece = 4096
const maxConstructs = 20

/** A piece of a line between the tags of blocks, with its column. */
interface Piece {
  text: string
  line: number
  column: number
  /** Something stands before it in this line. */
  follows: boolean
}

/** Lines as an author wrote them. Tags of blocks cut a line; other braces are one letter wide text. */
function piecesOf(text: string, tokens: readonly Token[]): Piece[] {
  let marked = ''
  let at = 0
  for (const { kind, start: from, end } of tokens) {
    const sign = kind === 'output' || kind === 'include' ? '\u0001' : '\u0002'
    marked += text.slice(at, from) + text.slice(from, end).replace(/[^\n]/g, sign)
    at = end
  }
  marked += text.slice(at)
  return marked.split('\n').flatMap((line, row) => {
    const pieces: Piece[] = []
    for (const match of line.replace(/\r$/, '').matchAll(/[^\u0002]+/g))
      pieces.push({ text: match[0], line: row + 1, column: match.index + 1, follows: match.index > 0 })
    return pieces
  })
}

const reads = (text: string): DeviceError | null => {
  try {
    parseCommand(text)
    return null
  } catch (error) {
    if (error instanceof DeviceError) return error
    throw error
  }
}

/** The piece with each value made a digit, which fits wherever a value does; and where each character was. */
function withValues(text: string): { plain: string; at: number[] } {
  let plain = ''
  const at: number[] = []
  for (let index = 0; index < text.length; index++) {
    const isValue = text[index] === '\u0001'
    if (isValue && text[index - 1] === '\u0001') continue
    plain += isValue ? '5' : text[index] === '\t' ? ' ' : text[index]
    at.push(index)
  }
  return { plain, at }
}

function checkPiece({ text, line, column, follows }: Piece, say: Say): void {
  const { plain, at: columnOf } = withValues(text)
  const starts = [...plain.matchAll(start)].map(({ index }) => index)
  if (starts.length > maxConstructs) {
    const place = { line, column: column + columnOf[starts[maxConstructs]!]! }
    return say('CONSTRUCT_WRONG', place, `more than ${maxConstructs} constructs in a line`, 'Split the line.')
  }
  for (const [at, from] of starts.entries()) {
    const upTo = plain.slice(0, starts[at + 1] ?? plain.length)
    const before = follows && plain.slice(0, starts[0]).trim() === '' ? 'x ' : ''
    const error = reads(before + upTo)
    if (!error) continue
    const why = error.message.replace(/^".*?": (?=[a-z"])/s, '').replace(/; the constructs are .*/s, '')
    const place = { line, column: column + columnOf[from]! }
    return say('CONSTRUCT_WRONG', place, why, `Constructs: ${usages}; at the end of a command.`)
  }
  for (const found of plain.matchAll(/<([a-z][a-z_-]{1,14})(?=[\s="][^<>]*>|>)/gi)) {
    const near = names.includes(found[1]!) ? null : nearest(found[1]!.toLowerCase(), names)
    const exact = names.find(name => name === found[1]!.toLowerCase() && name !== found[1]) ?? near
    if (exact === null || found[1]!.length < 3) continue
    const place = { line, column: column + columnOf[found.index]! }
    const message = `\`<${found[1]}\` is no construct and is sent as it is`
    say('CONSTRUCT_UNKNOWN', place, message, `Did you mean \`<${exact}\`? Constructs: ${usages}.`, 'warning')
  }
}

const usages =
  '`<cr>`, `<prompt="text">`, `<confirm="y">`, `<confirm-if="y","question">`, `<stream_timeout=5>`, ' +
  '`<sleep 5>`, `<exception "text">`'

/** Constructs that are malformed, misspelled, or stand in the middle of a command. */
export function checkConstructs(text: string, tokens: readonly Token[], say: Say): void {
  for (const piece of piecesOf(text, tokens))
    if (piece.text.includes('<') && piece.text.length <= maxPiece) checkPiece(piece, say)
}
