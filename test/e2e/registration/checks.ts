import { commandsOf, type Renderer, type Variables } from '@linecard/template-kit'
import { interfacesList, multiConsoleCommand } from '@linecard/driver-kit/modules'
import { assert } from '@linecard/test-kit'
import type { RegistrationDefinition as Definition } from '../../../plugins/onts-registration/src/definition.ts'
import type { Bench } from './bench.ts'

const at = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], row)
const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Asks the OLT for every check of an example. Gives the bind key of the ONU. */
export async function checkOf(
  site: Bench,
  renderer: Renderer,
  { verify, blocks }: Definition,
  variables: Variables,
): Promise<number> {
  const { free } = site.variables
  const listed = await site.call(interfacesList)
  const onu = listed.find(({ parent, _onu }) => parent === site.port.id && _onu === free.first)
  assert.ok(onu, `the OLT shows no ONU ${free.first} on ${site.port.name}`)
  for (const check of verify.checks) {
    const render = (text: string) => renderer.render({ text, blocks }, variables, { where: check.what })
    if ('module' in check) {
      const expected = (await render(check.equals)).text.trim()
      const rows = (await site.callByName(check.module, onu!.id)) as object[]
      assert.is(String(at(rows[0], check.field)), expected, check.what)
    } else {
      const commands = commandsOf((await render(check.command)).lines)
      assert.is(commands.length, 1, check.what)
      const [row] = await site.call(multiConsoleCommand, { commands })
      const wanted = squeezed((await render(check.contains)).text)
      assert.ok(
        row!.output.split('\n').some(line => squeezed(line).includes(wanted)),
        `${check.what}: "${wanted}" is not in\n${row!.output}`,
      )
    }
  }
  return onu!.id
}
