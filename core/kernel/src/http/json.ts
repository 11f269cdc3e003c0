import { isUtf8 } from 'node:buffer'
import { fail } from '../errors.ts'

/** Deepest nesting of a body. */
const maxDepth = 64
/** Most members of one object. No schema of ours takes a tenth of it. */
const maxMembers = 10_000
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

const refuse = (message: string): never => {
  throw fail('JSON_INVALID', { what: message })
}
const code = (character: string): number => character.charCodeAt(0)
const [quote, comma, opens, closes] = [code('"'), code(','), code('{'), code('}')]
const [opensList, closesList, backslash] = [code('['), code(']'), code('\\')]

/** Where the text that begins at a quote ends: at its last quote, or -1. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === backslash) before--
    if ((end - before) % 2 === 0) return end
  }
  return -1
}
const numeral = /[-+.\w]+/gy

/**
 * Refuses what JSON.parse accepts but another parser may read differently, or PostgreSQL cannot store:
 * duplicate keys, keys that change prototypes, numbers beyond a double, NUL, lone surrogates, too deep
 * nesting and too many members. Anyone may send a megabyte of the smallest ones.
 */
function inspect(text: string): void {
  /** The keys of each open object, null for each open list. */
  const open: (Set<string> | null)[] = []
  let keyNext = false
  for (let at = 0; at < text.length; at++) {
    const first = text.charCodeAt(at)
    if (first === quote) {
      const end = endOfText(text, at)
      // It does not end: JSON.parse gives the better message.
      if (end < 0) return
      inspectText(text.slice(at, end + 1), keyNext ? (open.at(-1) ?? null) : null)
      keyNext = false
      at = end
    } else if (first === opens || first === opensList) {
      keyNext = first === opens
      open.push(keyNext ? new Set() : null)
      if (open.length > maxDepth) refuse(`nested deeper than ${maxDepth} levels`)
    } else if (first === closes || first === closesList) {
      open.pop()
      keyNext = false
    } else if (first === comma) {
      keyNext = open.at(-1) instanceof Set
    } else if (first >= code('0') && first <= code('9')) {
      numeral.lastIndex = at
      const found = numeral.exec(text)![0]
      if (Number(found) === Infinity) refuse('a number is too large')
      at += found.length - 1
    }
  }
}

function inspectText(quoted: string, keys: Set<string> | null): void {
  let value = quoted.slice(1, -1)
  if (value.includes('\\')) {
    try {
      value = JSON.parse(quoted) as string
    } catch {
      // A bad escape. Parsing the whole body refuses it with its position.
      return
    }
  }
  if (value.includes('\0') || !value.isWellFormed())
    refuse('a text contains a NUL character or half of a surrogate pair')
  if (!keys) return
  if (forbidden.has(value)) refuse(`the key "${value}" is not allowed`)
  if (keys.has(value)) refuse(`the key "${value.slice(0, 80)}" occurs twice in one object`)
  if (keys.size === maxMembers) refuse(`an object has more than ${maxMembers} members`)
  keys.add(value)
}

/** Body as JSON. Undefined if it is empty. @throws ApiError JSON_INVALID that says what is wrong */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) return refuse('it is not UTF-8')
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  if (text.trim() === '') return undefined
  inspect(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8 quotes a part of the text in its message, which may be a password.
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    return refuse(position ? `syntax error at character ${position}` : 'syntax error')
  }
}
