import { DeviceError, type ResultOf } from '@linecard/driver-kit'
import type { CliOnuPlace } from '@linecard/driver-kit/cli'
import { multiConsoleCommand, type Interface } from '@linecard/driver-kit/modules'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type HeldOlt } from './device.ts'

/** Readings of an OLT whose session ends, and the pause between them, ms. */
const [mostTries, retryMs] = [2, 2_000]

/** The place of an ONU as consoles write it; null: the OLT does not tell where the port is. */
export function consolePlace(
  { pontype, _technology, _frame, _slot, _port }: Interface,
  onu: number,
): CliOnuPlace | null {
  if (typeof _slot !== 'number' || typeof _port !== 'number') return null
  const kind = (_technology ?? pontype ?? '').includes('epon') ? 'epon' : 'gpon'
  return { kind, shelf: _frame ?? 0, slot: _slot, port: _port, onu }
}

/** What commands have shown; null: the OLT did not answer all of them. */
async function shown(olt: HeldOlt, commands: readonly string[]) {
  for (let count = 1; ; count++) {
    try {
      const rows: ResultOf<typeof multiConsoleCommand> = await ask(olt, multiConsoleCommand, {
        commands: commands.map(text => ({ text })),
        break_on_error: 'no',
      })
      return rows.length < commands.length || rows.some(({ truncated }) => truncated) ? null : rows
    } catch (error) {
      if (!(error instanceof DeviceError) || count === mostTries) return null
      await sleep(retryMs)
    }
  }
}

/**
 * All lines that the OLT has configured of the ONU of a place, as `CliOnu` writes them; none: it has none.
 * Null: nobody knows a way to read them, or a part of them was not read.
 */
export async function linesAt(olt: HeldOlt, place: CliOnuPlace | null): Promise<string[] | null> {
  const cli = olt.ctx.use('configurations').onu(olt.target.modelKey)
  if (!cli || !place) return null
  const rows = await shown(olt, cli.show(place))
  if (rows === null) return null
  const lines = rows.flatMap(({ output }) => cli.lines(output, place))
  const more = cli.more?.(lines, place) ?? []
  const others = more.length > 0 ? await shown(olt, more) : []
  if (others === null) return null
  lines.push(...others.flatMap(({ output }) => cli.lines(output, place)))
  const told = [...rows, ...others].filter(({ success, output, error }) =>
    success ? true : cli.absent?.test(`${output}\n${error ?? ''}`),
  )
  // Where no ONU is, some of its commands are refused. Where one is, a refusal hides a part of it.
  if (lines.length > 0) return told.length === rows.length + others.length ? lines : null
  return told.length > 0 ? [] : null
}
