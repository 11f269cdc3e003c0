import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    app_name: T.String({
      default: 'Linecard',
      minLength: 1,
      maxLength: 60,
      title: 'Name of the installation',
      description: 'The web panel shows it',
    }),
    external_http_address: T.String({
      default: 'http://127.0.0.1:8088',
      maxLength: 200,
      format: 'uri',
      pattern: '^https?://',
      grave: true,
      title: 'Address of the web panel',
      description: 'Links in messages and QR codes start with it',
    }),
    default_language: T.Enum(['en', 'uk', 'ru'], {
      default: 'en',
      title: 'Language',
      description: 'Language of users who have not chosen one',
    }),
    map_coordinates: T.String({
      default: '',
      pattern: '^(-?\\d{1,2}(\\.\\d+)?, ?-?\\d{1,3}(\\.\\d+)?)?$',
      title: 'Centre of the map',
      description: 'Latitude and longitude in degrees, separated by a comma',
    }),
    map_tile_layer: T.String({
      default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      maxLength: 500,
      pattern: '^https?://',
      grave: true,
      title: 'Map tiles',
      description: 'Address of a tile with {z}, {x} and {y}',
    }),
    logs_return_results_limit: T.Integer({
      default: 500,
      minimum: 1,
      maximum: 10_000,
      title: 'Rows of a log in one answer',
    }),
    job_reports_days: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      title: 'Days for which reports of jobs are kept',
    }),
    new_version_check: T.Boolean({
      default: true,
      grave: false,
      title: 'Look for new versions',
      description: 'Asks the npm registry when a user asks for it, at most every six hours',
    }),
    new_version_url: T.String({
      default: '',
      maxLength: 500,
      pattern: '^(https?://.+)?$',
      fileOnly: true,
      title: 'Address of the new version',
      description: 'Must answer JSON with the field version. Empty: the registry that npm uses',
    }),
    action_log_days: T.Integer({
      default: 180,
      minimum: 1,
      maximum: 3650,
      grave: true,
      title: 'Days for which the action log is kept',
    }),
    action_log_max_rows: T.Integer({
      default: 2_000_000,
      minimum: 1000,
      grave: true,
      title: 'Maximum rows of the action log',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
