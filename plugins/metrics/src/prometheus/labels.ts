/** Label values are texts in double quotes (Prometheus, "Exposition formats"). */
export const quoted = (text: string): string =>
  `"${text.replace(/[\\"\n]/g, character => (character === '\n' ? '\\n' : `\\${character}`))}"`

/** Names of a device and its interfaces, as labels show them. */
export interface Names {
  device: string
  ip: string
  /** Null: the device itself, or an interface that is not known any more. */
  interface: { name: string; type: string; bind_key: string } | null
}

type Labels = readonly (readonly [name: string, value: string])[]

const textOf = (labels: Labels): string =>
  `{${labels.map(([name, value]) => `${name}=${quoted(value)}`).join(',')}}`

interface Subject {
  device: number
  /** 0: the device itself. */
  interface: number
  part: string
}

/** Labels of a series, in braces. */
export const labelsOf = ({ device, interface: port, part }: Subject, names: Names | undefined): string =>
  textOf([
    ['device_id', String(device)],
    ['device', names?.device ?? ''],
    ['ip', names?.ip ?? ''],
    ...(port === 0
      ? []
      : ([
          ['interface_id', String(port)],
          ['interface', names?.interface?.name ?? ''],
          ['type', names?.interface?.type ?? ''],
        ] as const)),
    ...(part === '' ? [] : ([['part', part]] as const)),
  ])

/** Labels of the reference system: `iface_id` is the bind key. */
export const aliasLabelsOf = ({ device, interface: port, part }: Subject, names: Names | undefined): string =>
  textOf([
    ['ip', names?.ip ?? ''],
    ['dev_id', String(device)],
    ...(port === 0
      ? []
      : ([
          ['iface_id', names?.interface?.bind_key ?? ''],
          ['iface_name', names?.interface?.name ?? ''],
          ['iface_type', names?.interface?.type ?? ''],
        ] as const)),
    ...(part === '' ? [] : ([['name', part]] as const)),
  ])
