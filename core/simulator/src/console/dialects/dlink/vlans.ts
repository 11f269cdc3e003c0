import { type Command, Refused } from '../../dialect.ts'
import { assertDone } from '../commands.ts'
import { done, failed, idOf, portsOf, refusals, vlanOf } from './arguments.ts'

const member = (which: string): Command => ({
  syntax: `config vlan ${which} add {how:tagged|untagged} <ports>`,
  run(session, args) {
    const id = vlanOf(session, args)
    if (!session.control.vlans.some(vlan => vlan.id === id)) throw new Refused(refusals['no such VLAN'])
    for (const port of portsOf(session, args['ports']!))
      assertDone(session.control.join(port, id, args['how'] as 'tagged'), refusals, failed)
    return done
  },
})
const notMember = (which: string): Command => ({
  syntax: `config vlan ${which} delete <ports>`,
  run(session, args) {
    const id = vlanOf(session, args)
    for (const port of portsOf(session, args['ports']!)) session.control.leave(port, id)
    return done
  },
})

/** `create vlan`, `delete vlan`, `config vlan`. */
export const vlanCommands: readonly Command[] = [
  {
    syntax: 'create vlan vlanid <id>',
    run(session, { id }) {
      assertDone(session.control.createVlan(idOf(id!)), refusals, failed)
      return done
    },
  },
  {
    syntax: 'create vlan <name> tag <id>',
    run(session, { name, id }) {
      if (name!.length > 32 || session.control.vlans.some(vlan => vlan.name === name))
        throw new Refused(refusals['VLAN exists'])
      assertDone(session.control.createVlan(idOf(id!), name), refusals, failed)
      return done
    },
  },
  {
    syntax: 'delete vlan vlanid <id>',
    run(session, { id }) {
      assertDone(session.control.deleteVlan(idOf(id!)), refusals, failed)
      return done
    },
  },
  {
    syntax: 'delete vlan <name>',
    run(session, args) {
      assertDone(session.control.deleteVlan(vlanOf(session, args)), refusals, failed)
      return done
    },
  },
  member('vlanid <id>'),
  notMember('vlanid <id>'),
  member('<name>'),
  notMember('<name>'),
  {
    syntax: 'config vlan vlanid <id> name <text>',
    run(session, { id, text }) {
      assertDone(session.control.renameVlan(idOf(id!), text!), refusals, failed)
      return done
    },
  },
]
