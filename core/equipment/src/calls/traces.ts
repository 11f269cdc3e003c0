import { cutText, DeviceError } from '@linecard/driver-kit'
import { ApiError } from '@linecard/plugin-kit'
import type { TranscriptEntry } from '../console/state.ts'

/** Characters of a stored transcript; the output of a device may be endless. */
export const maxTranscript = 64 * 1024

/** The transcript as it is stored: if it is too long, its end. Null if it is empty. */
export function storedTranscript(transcript: readonly TranscriptEntry[]): TranscriptEntry[] | null {
  const kept: TranscriptEntry[] = []
  let room = maxTranscript
  for (const { sent, received } of transcript.toReversed()) {
    if (room <= sent.length) break
    room -= sent.length
    kept.unshift({
      sent,
      received: received.length <= room ? received : `…${received.slice(received.length - room)}`,
    })
    room -= Math.min(received.length, room)
  }
  return kept.length > 0 ? kept : null
}

/** What is kept of an exception: characters of its message, frames, and characters of all. */
const most = { message: 1_000, frames: 12, all: 4_000 }

/**
 * The message of an exception and the places in the code from which it came, each on one line, as it is
 * stored. Null: there is none, or the code of the error says all. `clean` masks secrets.
 */
export function stackOf(error: unknown, clean: (text: string) => string): string | null {
  const isKnown = error instanceof ApiError || (error instanceof DeviceError && error.fault !== 'driver')
  if (error === undefined || isKnown) return null
  const thrown = error instanceof DeviceError ? (error.cause ?? error) : error
  const said = cutText(clean(String(thrown)).replace(/\s+/g, ' '), most.message)
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line))
  return cutText([said, ...frames.slice(0, most.frames).map(frame => frame.trim())].join('\n'), most.all)
}
