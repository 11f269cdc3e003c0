import type { Caller } from '@linecard/plugin-kit'
import type { Static } from 'typebox'
import type { RunView } from '../schemas.ts'
import type { Registrations } from '../registrations.ts'
import type { Run } from '../run/store.ts'
import { isOpen } from '../words/run.ts'

export const preview = 'unregistered_onts_preview'
export const maySeeConsole = ({ permissions }: Caller): boolean => permissions.has(preview)

/** Lines of configurations are part of the console: they are not shown here. */
function seenView(seen: Run['seen']) {
  if (!seen) return null
  const { configuration, ...shown } = seen
  const { compared = null, carried = null, lost = null } = configuration ?? {}
  return { ...shown, compared, carried, lost }
}

/** Runs as a client gets them. Those of devices that the caller does not see are left out. */
export async function runViews(
  { ctx }: Registrations,
  caller: Caller,
  runs: readonly Run[],
  withConsole = false,
): Promise<Static<typeof RunView>[]> {
  const ids = [...new Set(runs.map(({ device_id: id }) => id))]
  const devices = await ctx.use('devices').shown(ids, caller)
  return runs.flatMap(run => {
    const device = devices.get(run.device_id)
    if (!device) return []
    const { id, kind, state, ident, number, commands, undo, left_over: left } = run
    return [
      {
        id,
        kind,
        state,
        open: isOpen(state),
        device,
        ident,
        port: { id: Number(run.port_key), name: run.port_name },
        number,
        interface:
          run.interface_key === null
            ? null
            : { id: run.interface_id, bind_key: run.interface_key, name: run.interface_name ?? '' },
        template: { id: run.template_id, name: run.template_name, version: run.template_version },
        user: { id: run.user_id, login: run.user_login },
        sent: commands.length,
        of: run.of,
        seen: seenView(run.seen),
        left,
        error: run.error === null ? null : { code: run.error_code ?? 'UNKNOWN', description: run.error },
        batch_id: run.batch_id,
        created_at: run.created_at,
        updated_at: run.updated_at,
        ended_at: run.ended_at,
        console: withConsole && maySeeConsole(caller) ? { commands, undo } : null,
      },
    ]
  })
}
