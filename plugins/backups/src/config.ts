import { Type as T, type Static } from 'typebox'

const clock = (title: string, standard: string) =>
  T.String({ default: standard, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', title })

export const Config = T.Object(
  {
    on_by_default: T.Boolean({
      default: false,
      title: 'Read the configurations of all devices whose params do not say otherwise',
      description:
        'Params: oxidized_enabled of the device, else enable in oxidized of the device or its model',
    }),
    start: clock('Time of day at which the readings begin', '01:00'),
    spread_min: T.Integer({
      default: 120,
      minimum: 0,
      maximum: 1380,
      title: 'Minutes over which the readings are spread',
    }),
    every_hours: T.Integer({
      default: 24,
      minimum: 1,
      maximum: 24,
      title: 'Hours between two readings of a device',
    }),
    time_zone: T.String({
      default: 'UTC',
      minLength: 1,
      maxLength: 64,
      title: 'Time zone of these times, as Europe/Kyiv',
      description: 'An unknown one counts as UTC',
    }),
    at_once: T.Integer({
      default: 20,
      minimum: 1,
      maximum: 500,
      title: 'Devices that one process reads at the same time',
    }),
    longest_sec: T.Integer({
      default: 300,
      minimum: 5,
      maximum: 3600,
      title: 'Longest time of the reading of one device, in seconds',
    }),
    retries: T.Integer({
      default: 3,
      minimum: 0,
      maximum: 10,
      title: 'Further tries after a failed reading, before the next time of day',
    }),
    retry_min: T.Integer({
      default: 5,
      minimum: 1,
      maximum: 720,
      title: 'Minutes before the first of them; each next one waits three times as long',
    }),
    settle_sec: T.Integer({
      default: 120,
      minimum: 1,
      maximum: 3600,
      title: 'Seconds without a further change after which a changed device is read',
      description: 'Changes that were made here. At the latest it is read after five times as long',
    }),
    shrink_percent: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 100,
      title: 'Percent of its lines that a configuration may lose before it is held back',
      description:
        'It is stored when a second reading says the same, or when a person accepts it. ' +
        '100: none is held back',
    }),
    hold_min: T.Integer({
      default: 5,
      minimum: 1,
      maximum: 1440,
      title: 'Minutes before the second reading of a device whose configuration was held back',
    }),
    keep_versions: T.Integer({
      default: 1000,
      minimum: 1,
      maximum: 100_000,
      title: 'Versions of one device at most',
      description:
        'The oldest go first. The current one always stays; a removed device takes all its versions along',
    }),
    keep_days: T.Integer({
      default: 1825,
      minimum: 1,
      maximum: 36_500,
      title: 'Days that a version is kept after the next one replaced it',
    }),
    answer_octets: T.Integer({
      default: 8_388_608,
      minimum: 65_536,
      maximum: 268_435_456,
      title: 'Longest configuration in octets that is shown in JSON or compared',
      description: 'Longer ones are answered as plain text only',
    }),
    oxidized_url: T.String({
      default: '',
      maxLength: 500,
      pattern: '^(https?://[^\\s]+)?$',
      title: 'Address of an external Oxidized that has the devices too; empty: none',
      description: 'Its configurations can be read here, and links lead to its pages',
      grave: true,
    }),
    failed_times: T.Integer({
      default: 3,
      minimum: 1,
      maximum: 100,
      title: 'Failed readings in a row that are an event',
    }),
    failed_days: T.Integer({
      default: 3,
      minimum: 1,
      maximum: 365,
      title: 'Days without a reading of its configuration after which a device is an event',
    }),
    alert: T.Boolean({ default: true, title: 'Tell changes outside of working hours' }),
    alert_unknown: T.Boolean({
      default: true,
      title: 'Tell changes of which nobody knows who made them and when',
    }),
    work_from: clock('Time of day at which the working hours begin', '08:00'),
    work_to: clock('Time of day at which the working hours end', '18:00'),
    work_days: T.Array(T.Integer({ minimum: 1, maximum: 7 }), {
      default: [1, 2, 3, 4, 5],
      maxItems: 7,
      uniqueItems: true,
      title: 'Working days; 1: Monday',
    }),
    git_export: T.Boolean({
      default: false,
      title: 'Export configurations to a git repository',
      description: 'A commit for each change; `git clone` reads it over a local path',
    }),
    git_folder: T.String({
      default: '',
      maxLength: 500,
      grave: true,
      title: 'Folder of the git repository',
      description: 'Only for this installation. Empty: `git` in the data folder of the plugin',
    }),
    git_secrets: T.Boolean({
      default: false,
      grave: true,
      title: 'Export configurations with their secrets',
      description: 'Off: `***` in place of them. What was committed stays in the history of the repository',
    }),
    compliance_folder: T.String({
      default: '',
      maxLength: 500,
      grave: true,
      title: 'Folder with rules that configurations must follow',
      description: 'YAML files. Empty: nothing is checked',
    }),
    oxidized_feed: T.Boolean({
      default: false,
      grave: true,
      title: 'Give Oxidized the list of devices with their logins',
      description:
        'To addresses of identity.trusted_networks: whoever asks from there gets the passwords of all ' +
        'devices',
    }),
    oxidized_private_networks: T.Boolean({
      default: false,
      grave: true,
      title: 'Oxidized is in a private network',
      description:
        'Also connect to private networks and this machine. Off: only to addresses of the Internet',
    }),
    oxidized_timeout_sec: T.Integer({
      default: 20,
      minimum: 1,
      maximum: 300,
      title: 'Longest time of an answer of Oxidized, in seconds',
    }),
    oxidized_node: T.Enum(['id', 'name', 'ip'], {
      default: 'id',
      title: 'How Oxidized names a device',
      description: 'id: as in the list that it gets from here, the name with the id; name; ip',
    }),
    oxidized_group: T.Boolean({
      default: false,
      title: 'Oxidized has the devices in groups of the same names',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
