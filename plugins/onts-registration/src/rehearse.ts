import type { RegistrationStage } from '@linecard/plugin-kit'
import { planRegistration } from './plan/make.ts'
import { send, type HeldOlt } from './olt/device.ts'
import { withHeld } from './run/compare.ts'
import { aftermath, lacking, leftOf, proof } from './run/look.ts'
import type { Registrations } from './registrations.ts'

const unkept = async () => undefined

/**
 * Registrations on living copies of OLTs: the same plan, commands, proof and undo as a real one. No run is
 * kept of them.
 */
export const stage = (parts: Registrations): RegistrationStage => ({
  async stage({ copy, real, ident, params, number, template: wanted, caller }) {
    const olt: HeldOlt = { ctx: parts.ctx, target: copy, caller, hold: null, real }
    const made = await planRegistration(parts, olt, { ident, params, number, template: wanted })
    const { form, ont, conflicts } = made
    const script = made.script && (await withHeld(olt, made.script))
    const { id, name, version } = made.template
    return {
      template: { id, name, version },
      form,
      port: { id: ont.interface.id, name: ont.interface.name },
      number: made.number,
      conflicts,
      commands: script?.commands ?? null,
      undo_commands: script?.undo ?? null,
      async run() {
        if (!script) return { commands: [], lacks: null, status: null, checks: [] }
        const sent = await send(olt, script.commands, { breakOnError: true, done: unkept })
        const seen = await proof(olt, script)
        const lacks = [sent.error?.message, lacking(script, seen)].filter(Boolean).join('; ')
        const { status, checks } = seen
        return { commands: sent.outcomes, lacks: lacks === '' ? null : lacks, status, checks }
      },
      async undo() {
        if (!script) return { commands: [], left: [] }
        const sent = await send(olt, script.undo, { breakOnError: false, done: unkept })
        const left = leftOf(script, await aftermath(olt, script))
        return { commands: sent.outcomes, left: sent.error ? [...left, sent.error.message] : left }
      },
    }
  },
})
