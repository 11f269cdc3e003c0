import { inPieces } from '@linecard/driver-kit'
import type { FastifyReply } from 'fastify'

/** Rows from which on a list is written in pieces; rows of a piece at least. */
const [longList, pieceRows] = [500, 20]
/** Octets of a row that has few fields. */
const shortRow = 200

interface Envelope {
  statusCode: number
  meta: unknown
  data: unknown
}

/**
 * The JSON of a long list in pieces, between which the process does other work: that of 100,000 rows takes
 * seconds. Null: the answer is no long list, or cannot be cut.
 */
export async function longJson(reply: FastifyReply, answer: Envelope): Promise<string | null> {
  const { data, statusCode } = answer
  if (!Array.isArray(data) || data.length < longList) return null
  const made = reply.getSerializationFunction(String(statusCode)) as ((value: unknown) => string) | undefined
  const write = made ?? ((value: unknown) => JSON.stringify(value))
  const frame = write({ ...answer, data: [] })
  const cut = frame.lastIndexOf('"data":[]') + '"data":['.length
  const [head, tail] = [frame.slice(0, cut), frame.slice(cut)]
  const parts: string[] = []
  // Each piece is written with `meta`, whose size decides how many rows it has.
  for await (const piece of inPieces(data, Math.max(pieceRows, Math.ceil(frame.length / shortRow)))) {
    const text = write({ ...answer, data: piece })
    // The name may stand in `meta` too: then the frame was cut at the wrong place.
    if (!text.startsWith(head) || !text.endsWith(tail)) return null
    parts.push(text.slice(head.length, text.length - tail.length))
  }
  return head + parts.join(',') + tail
}
