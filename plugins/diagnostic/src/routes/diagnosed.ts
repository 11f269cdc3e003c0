import type { Caller, Context, Logger, NamedInterface, Source } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { diagnose, type Diagnosed } from '../diagnose.ts'

export const tag = 'diagnostic'
export const permission = 'diag_interface'

interface DiagnosisAsking {
  caller: Caller
  signal: AbortSignal
  log: Logger
}
/** The diagnosis with the defaults of the API: `from=cache`, no cable test. */
export const diagnosed = (
  ctx: Context<Config>,
  port: NamedInterface,
  { from = 'cache', cable_diag: cableDiag = false }: { from?: Source; cable_diag?: boolean },
  { caller, signal, log }: DiagnosisAsking,
): Promise<Diagnosed> => diagnose(ctx, port, { from, cableDiag, caller, signal, log })
