import { closedObject, nullable } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

export const Version = closedObject(
  {
    oid: T.String(),
    date: nullable(T.String({ description: 'As Oxidized writes it' })),
    author: nullable(T.String()),
    message: nullable(T.String()),
  },
  { $id: 'backups.OxidizedVersion', description: 'A version of a configuration that an Oxidized keeps' },
)
export const Configuration = closedObject(
  {
    node: T.String({ description: 'Name of the device in Oxidized' }),
    text: T.String({ description: 'Secrets are `***`' }),
  },
  { $id: 'backups.OxidizedConfiguration', description: 'A configuration that an Oxidized keeps' },
)
export const Diff = closedObject(
  { node: T.String(), unified: T.String({ description: 'Unified form' }) },
  { $id: 'backups.OxidizedDiff', description: 'What changed between two versions that an Oxidized keeps' },
)

const login = T.String({ description: 'Opened: it is a secret' })
/** A device as the HTTP source of Oxidized takes it. */
export const FeedRow = closedObject({
  name: T.String({ description: 'Unique in Oxidized' }),
  full_name: T.String(),
  ip: T.String(),
  model: T.String({ description: 'Name of the model in Oxidized' }),
  login,
  password: login,
  input: T.Enum(['ssh', 'telnet']),
  enable: login,
  telnet_port: T.Integer(),
  ssh_port: T.Integer(),
  remove_secret: T.Boolean(),
})
export const oxidizedSchemas = [Version, Configuration, Diff]
