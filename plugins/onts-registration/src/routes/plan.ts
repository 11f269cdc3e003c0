import { closedObject, type Caller, type Routes } from '@linecard/plugin-kit'
import { commonSecrets, maskCommands, maskRepeated } from '@linecard/driver-kit/cli'
import type { Command } from '@linecard/template-kit'
import { Type as T } from 'typebox'
import { fail } from '../errors.ts'
import { planRegistration, type Asked } from '../plan/make.ts'
import { keepPlan, keptPlan } from '../plan/kept.ts'
import { keepSecrets } from '../plan/texts.ts'
import { failureOf } from '../run/outcome.ts'
import { register } from '../doing/register.ts'
import { maySeeConsole, runViews } from './run-view.ts'
import { Plan, RunView, examplePlan, exampleRun, named } from '../schemas.ts'
import type { Registrations } from '../registrations.ts'

const permission = 'unregistered_onts'
const tag = 'onts-registration'

const shown = ({ text, constructs, secrets = [] }: Command) => {
  const masked = (part: string) => maskCommands(commonSecrets, maskRepeated(secrets, part))
  return { text: masked(text), ...(constructs === undefined ? {} : { constructs: masked(constructs) }) }
}

const targetOf = ({ ctx }: Registrations, id: number, caller: Caller) =>
  ctx.use('devices').target({ id }, caller)

export function planRoutes(routes: Routes, parts: Registrations): void {
  planRoute(routes, parts)
  registerRoute(routes, parts)
}

function planRoute(routes: Routes, parts: Registrations): void {
  const { ctx } = parts
  routes.post(
    '/component/onts_registration/plan',
    {
      operationId: 'onts-registration.plan',
      scope: 'group',
      tag,
      summary: 'Plans a registration: number, commands, undo and conflicts. Nothing is changed',
      description:
        'Finds the ONU among the unregistered ones of the OLT now, takes the enabled template of the ' +
        'model, checks the params, chooses the number and renders all commands. Conflicts are told, not ' +
        'thrown. `register` with `plan_id` then does exactly this or nothing.',
      permission,
      readOnly: true,
      asksDevice: true,
      body: closedObject(named),
      response: Plan,
      errors: [400, 404, 409],
      example: examplePlan,
    },
    async ({ body, caller }) => {
      const target = await targetOf(parts, body.device.id, caller)
      const asked: Asked = {
        ident: body.ident,
        params: body.params ?? {},
        number: body.number,
        template: body.template?.id,
      }
      const made = await planRegistration(parts, { ctx, target, caller, hold: null }, asked)
      const id = await keepPlan(parts, caller, { deviceId: target.deviceId!, hash: made.hash, asked })
      const device = (await ctx.use('devices').shown([target.deviceId!], caller)).get(target.deviceId!)!
      const { ont, template, script } = made
      const see = maySeeConsole(caller)
      return {
        id,
        hash: made.hash,
        device,
        ident: ont.ident,
        ont_model: ont.model,
        port: { id: ont.interface.id, name: ont.interface.name },
        number: made.number,
        template: { id: template.id, name: template.name, version: template.version },
        form: made.form,
        conflicts: made.conflicts,
        possible: script !== null,
        commands: see && script ? script.commands.map(shown) : null,
        undo: see && script ? script.undo.map(shown) : null,
        checks: script?.checks.map(({ what }) => what) ?? [],
      }
    },
  )
}

function registerRoute(routes: Routes, parts: Registrations): void {
  routes.post(
    '/component/onts_registration/register',
    {
      operationId: 'onts-registration.register',
      scope: 'group',
      tag,
      summary: 'Registers an ONU, proves it on the OLT, or takes all of it back',
      description:
        'Plan, commands and proof are one transaction, and nobody else changes the OLT meanwhile (409 ' +
        'with who does). It succeeds only if the OLT shows the ONU with its ident at its place, online, ' +
        'with every check of the template. Otherwise the undo of the template is sent, the OLT is read ' +
        'again, and the error says what is left. With `plan_id` the plan is carried out as it was shown, ' +
        'or nothing is sent (409).',
      permission,
      changesDevice: true,
      body: closedObject({
        ...named,
        device: T.Optional(named.device),
        ident: T.Optional(named.ident),
        plan_id: T.Optional(T.String({ format: 'uuid', description: 'Instead of all other members' })),
      }),
      response: RunView,
      errors: [400, 404, 409],
      example: exampleRun,
    },
    async ({ body, caller, signal, note }) => {
      await keepSecrets(parts, [body.params])
      const kept = body.plan_id === undefined ? null : await keptPlan(parts, caller, body.plan_id)
      const deviceId = kept?.deviceId ?? body.device?.id
      const ident = kept?.asked.ident ?? body.ident
      if (deviceId === undefined || ident === undefined)
        throw fail('ONTS_REGISTRATION_NOTHING_NAMED', {}, [{ path: 'ident', message: 'is missing' }])
      const target = await targetOf(parts, deviceId, caller)
      note({ device_id: target.deviceId })
      const asked: Asked = kept?.asked ?? {
        ident,
        params: body.params ?? {},
        number: body.number,
        template: body.template?.id,
      }
      const run = await register(parts, asked, { target, caller, signal, hash: kept?.hash ?? null })
      note({ message: `registration ${run.id}: ${run.state}`, meta: { registration: run.id } })
      const failure = failureOf(run)
      if (failure) throw failure
      return (await runViews(parts, caller, [run], true))[0]!
    },
  )
}
