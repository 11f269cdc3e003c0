import { closedObject, idOf, needPermission, Reference, type Caller, type Routes } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import type { LivingCopy } from '../copies/copies.ts'
import { exampleRegistration, RegistrationRehearsal } from '../schemas.ts'
import type { Rehearsals } from '../setup.ts'
import { copyShown, differenceShown, outcomeShown } from './shown.ts'

const Body = closedObject(
  {
    device: Reference,
    ident: T.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      description: 'Serial number or MAC address of an unregistered ONU, in any notation',
    }),
    params: T.Optional(
      T.Record(T.String(), T.Unknown(), { maxProperties: 200, description: 'By the keys of the fields' }),
    ),
    template: T.Optional(closedObject({ id: idOf('a template; absent: the enabled one of the model') })),
    number: T.Optional(
      T.Integer({ minimum: 0, maximum: 1024, description: 'Number of the ONU; absent: the lowest free one' }),
    ),
  },
  { examples: [{ device: { id: 4 }, ident: 'ZTEGC1086C71', params: { vlan: 301 } }] },
)

/** Plans, registers, looks, undoes and looks again, all on the copy. */
async function rehearsed(
  rehearsals: Rehearsals,
  copy: LivingCopy,
  { ident, params = {}, number, template }: Static<typeof Body>,
  caller: Caller,
) {
  const staged = await rehearsals.ctx
    .use('onts-registration')
    .stage({
      copy: copy.target,
      real: copy.real,
      ident,
      params: { ...params },
      number,
      template: template?.id,
      caller,
    })
  await copy.keep('before')
  const run = await staged.run()
  await copy.keep('after')
  const undo = await staged.undo()
  await copy.keep('undone')
  const able = staged.commands !== null
  const typed = [...(staged.commands ?? []), ...(staged.undo_commands ?? [])]
  const difference = async (before: string, after: string) =>
    able ? differenceShown(rehearsals, copy, await copy.difference(before, after), typed) : null
  const changes = await difference('before', 'after')
  const leaves = await difference('before', 'undone')
  const { form, port, conflicts, template: used, number: chosen } = staged
  const { lacks, status, checks } = run
  return {
    ident,
    template: used,
    form,
    port,
    number: chosen,
    conflicts: [...conflicts],
    success: able && lacks === null && leaves!.equal && undo.left.length === 0,
    commands: run.commands.map(outcomeShown),
    lacks,
    status,
    checks: [...checks],
    changes,
    undo: { commands: undo.commands.map(outcomeShown), left: [...undo.left], leaves },
  }
}

/** Rehearses a registration. */
export function registrationRoute(routes: Routes, rehearsals: Rehearsals): void {
  const { copies } = rehearsals
  routes.post(
    '/component/onts_registration/rehearse',
    {
      operationId: 'rehearsal.registration.rehearse',
      scope: 'group',
      tag: 'rehearsal',
      summary: 'Registers an ONU on a living copy of the OLT and takes it back, and shows both',
      description:
        'The copy comes from the stored answers of the OLT, which is not touched; `copy.not_copied` says ' +
        'what it does not have. The ONU must be among the stored unregistered ones: read them before with ' +
        'from=device. `changes` is what the registration changes in the configuration of the copy, ' +
        '`undo.leaves` what the undo leaves: it must be equal. 422: there is no living model of this ' +
        'maker, or no template; 409: nothing is stored of the OLT, or the time limit is over; 503: too ' +
        'many rehearsals run.',
      // That of what is rehearsed, which another plugin declares: see the handler.
      permission: 'signed-in',
      readOnly: true,
      body: Body,
      response: RegistrationRehearsal,
      example: exampleRegistration,
      errors: [400, 404, 409, 422, 503],
    },
    ({ body, caller, signal }) => {
      needPermission(caller, 'unregistered_onts')
      return copies.with({ deviceId: body.device.id, caller, signal }, async copy => ({
        ...(await copyShown(rehearsals, copy, caller)),
        ...(await rehearsed(rehearsals, copy, body, caller)),
      }))
    },
  )
}
