import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    app_name: T.String({
      default: 'Linecard',
      minLength: 1,
      maxLength: 60,
      title: 'Name of the installation',
      description: 'Shown in the web panel',
    }),
    external_http_address: T.String({
      default: 'http://127.0.0.1:8088',
      maxLength: 200,
      format: 'uri',
      pattern: '^https?://',
      title: 'Address of the web panel',
      description: 'Links in messages and QR codes begin with it',
    }),
    default_language: T.Enum(['en', 'uk', 'ru'], {
      default: 'en',
      title: 'Language',
      description: 'Of people who have not chosen one',
    }),
    map_coordinates: T.String({
      default: '',
      pattern: '^(-?\\d{1,2}(\\.\\d+)?, ?-?\\d{1,3}(\\.\\d+)?)?$',
      title: 'Centre of the map',
      description: 'Latitude and longitude in degrees, with a comma between them',
    }),
    map_tile_layer: T.String({
      default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      maxLength: 500,
      pattern: '^https?://',
      title: 'Map tiles',
      description: 'Address of a tile, with {z}, {x} and {y}',
    }),
    logs_return_results_limit: T.Integer({
      default: 500,
      minimum: 1,
      maximum: 10_000,
      title: 'Rows of a log at once',
    }),
    job_reports_days: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      title: 'Days that reports of jobs are kept',
    }),
    new_version_check: T.Boolean({
      default: true,
      title: 'Look for new versions',
      description: 'Asks the npm registry when somebody asks for it, at most every six hours',
    }),
    new_version_url: T.String({
      default: '',
      maxLength: 500,
      pattern: '^(https?://.+)?$',
      fileOnly: true,
      title: 'Where new versions are announced',
      description: 'Answers JSON with the field version. Empty: the registry that npm is set to',
    }),
    action_log_days: T.Integer({
      default: 180,
      minimum: 1,
      maximum: 3650,
      title: 'Days that the action log is kept',
    }),
    action_log_max_rows: T.Integer({
      default: 2_000_000,
      minimum: 1000,
      title: 'Rows of the action log, at most',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
