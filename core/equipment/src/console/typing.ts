import { DeviceError } from '@linecard/driver-kit'
import { showsTyped } from './echo.ts'
import { mask } from '@linecard/driver-kit/cli'
import type { Expected } from './reader.ts'
import { maskedEnd, patienceOf, type ConsoleState } from './state.ts'

/** So long a line that is not the echo may stand before it counts as something else, ms. */
const garbledMs = 500
/** More lines are no echo: the device prints something else. */
const maxEchoLines = 100
/** So long nothing may come at all, ms. */
const silentMs = 5_000

/**
 * Text that may hold the echo of a command, masked. An echo that a message has torn shows a part of a secret,
 * which no pattern finds.
 */
const maskedEcho = (state: ConsoleState, command: string, shown: string, lines: readonly string[]): string =>
  shown === command ? maskedEnd(state, lines) : mask

/** Takes what the device has printed unasked since the last command, and keeps it in the transcript. */
export function takeUnasked(state: ConsoleState): void {
  const lines = state.reader.drain()
  if (lines.some(line => line !== '')) state.onTranscript({ sent: '', received: maskedEnd(state, lines) })
}

/**
 * Types a command without Enter and waits until the screen shows it. Gives false if the screen shows
 * something else: the device has printed a message meanwhile, or does not wait for a command at all.
 *
 * @param shown the command with its secrets masked
 */
export async function typeWithoutEnter(
  state: ConsoleState,
  command: string,
  shown: string,
): Promise<boolean> {
  const { reader, transport, roundTripMs } = state
  takeUnasked(state)
  transport.write(command)
  if (command.trim() === '' || !state.echo) return true
  const shows = (last: string, lines: readonly string[]) => showsTyped(lines, last, state.prompt, command)
  const expected: Expected<'shown' | 'garbled' | 'silent'>[] = [
    { fits: shows, gives: 'shown' },
    { fits: (_, lines) => lines.length > maxEchoLines, gives: 'garbled' },
    {
      fits: (last, lines) => last !== '' || lines.length > 0,
      gives: 'garbled',
      settleMs: garbledMs + 4 * roundTripMs,
    },
    { fits: () => true, gives: 'silent', settleMs: silentMs + 4 * roundTripMs },
  ]
  const { given, last, lines } = await reader.expect(expected, {
    ...patienceOf(state, `the echo of "${shown}"`),
    masked: text => maskedEcho(state, command, shown, [text]),
  })
  const came = [...lines, last]
  if (given !== 'shown' && came.some(line => line !== ''))
    state.onTranscript({ sent: '', received: maskedEcho(state, command, shown, came) })
  return given === 'shown'
}

/** A command that was typed and not sent. */
export const notSent = (command: string): DeviceError =>
  new DeviceError(
    'SessionLost',
    `The device did not show "${command}" as it was typed, so Enter was not pressed: it was not executed. ` +
      'Try again.',
    { notSent: true },
  )
