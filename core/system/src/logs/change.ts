import { masked, type ChangeEnd, type Context, type IntendedChange } from '@linecard/plugin-kit'
import type { StoredChange } from '../entities/action.ts'

const argumentLimits = { depth: 8, text: 4_000, size: 40_000, list: 200, fields: 200 }

export function storedChange(change: IntendedChange, drivers: Context['drivers']): StoredChange {
  const { module, device_id, ip, args, expected, step = null } = change
  const shown = masked(args, { drivers, limits: argumentLimits }).value as StoredChange['args']
  return {
    module,
    step,
    device_id,
    ip,
    args: shown,
    masked: JSON.stringify(shown) !== JSON.stringify(args),
    expected,
    outcome: 'started',
    evidence: null,
  }
}

const maxEvidence = 2_000

/** The change with its end. */
export function endedChange(change: StoredChange, { outcome, data, error }: ChangeEnd): StoredChange {
  const { evidence } = (data ?? {}) as { evidence?: unknown }
  const told = typeof evidence === 'string' ? evidence : (error?.message ?? null)
  return { ...change, outcome, evidence: told && told.slice(0, maxEvidence) }
}
