import { isUtf8 } from 'node:buffer'
import { fail } from '../errors.ts'

/** Deepest nesting of a body. */
const maxDepth = 64
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

const refuse = (message: string): never => {
  throw fail('JSON_INVALID', { what: message })
}

/**
 * Refuses what JSON.parse accepts but another parser may read differently, or PostgreSQL cannot store:
 * duplicate keys, keys that change prototypes, numbers beyond a double, NUL, lone surrogates and too deep
 * nesting.
 */
function inspect(text: string): void {
  /** A set of keys for each open object, null for each open array. */
  const open: (Set<string> | null)[] = []
  let keyNext = false
  token.lastIndex = 0
  for (let at = 0; at < text.length; at = token.lastIndex) {
    while (' \t\r\n'.includes(text[at]!) && at < text.length) at++
    if (at >= text.length) return
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    // No token: JSON.parse gives the better message.
    if (found === undefined) return
    const first = found[0]!
    if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : null)
      keyNext = first === '{'
      if (open.length > maxDepth) refuse(`nested deeper than ${maxDepth} levels`)
    } else if (first === '}' || first === ']') {
      open.pop()
      keyNext = false
    } else if (first === ',') {
      keyNext = open.at(-1) instanceof Set
    } else if (first === '"') {
      inspectText(found, keyNext ? (open.at(-1) ?? null) : null)
      keyNext = false
    } else if (first !== ':' && /^-?\d/.test(found) && !Number.isFinite(Number(found))) {
      refuse('a number is too large')
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
