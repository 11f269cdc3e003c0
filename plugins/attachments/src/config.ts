import { Type as T, type Static } from 'typebox'

/**
 * Sizes are in MB of 1,000,000 bytes. The settings of the storage are `grave`: a change of them can send all
 * files to another place.
 */
export const Config = T.Object(
  {
    max_file_mb: T.Integer({
      default: 50,
      minimum: 1,
      maximum: 2000,
      title: 'Largest file',
      description: 'MB. A proxy in front of the service must allow as much',
    }),
    quota_mb: T.Integer({ default: 10_000, minimum: 1, title: 'Room for all files', description: 'MB' }),
    object_quota_mb: T.Integer({
      default: 500,
      minimum: 1,
      title: 'Room for the files of one object',
      description: 'MB',
    }),
    object_files: T.Integer({
      default: 200,
      minimum: 1,
      maximum: 10_000,
      title: 'Files of one object at most',
    }),
    max_megapixels: T.Integer({
      default: 60,
      minimum: 1,
      maximum: 500,
      title: 'Largest picture',
      description:
        'Million pixels of all frames together; decoding needs about 4 bytes of memory for each pixel',
    }),
    storage: T.Enum(['local', 's3'], {
      default: 'local',
      grave: true,
      title: 'Where files are kept',
      description: 'local: a folder of this machine; s3: a bucket of an S3-compatible storage',
    }),
    folder: T.String({
      default: '',
      maxLength: 1000,
      fileOnly: true,
      title: 'Folder of local files',
      description: 'Empty: inside the data folder. With s3, uploads pass through it too',
    }),
    s3_endpoint: T.String({
      default: '',
      maxLength: 500,
      pattern: '^(https?://.+)?$',
      grave: true,
      title: 'Address of the S3 storage',
    }),
    s3_private_networks: T.Boolean({
      default: false,
      grave: true,
      title: 'S3 storage in a private network',
      description:
        'Also connect to private networks and this machine. Off: only to addresses of the Internet',
    }),
    s3_region: T.String({
      default: 'us-east-1',
      minLength: 1,
      maxLength: 100,
      grave: true,
      title: 'Region of the S3 storage',
    }),
    s3_bucket: T.String({ default: '', maxLength: 100, grave: true, title: 'Bucket of the S3 storage' }),
    s3_prefix: T.String({
      default: '',
      maxLength: 200,
      pattern: '^([\\w.-]+/)*$',
      grave: true,
      title: 'Prefix of keys in the bucket',
      description: 'Ends with /. Everything below it belongs to this installation only',
    }),
    s3_access_key: T.String({
      default: '',
      maxLength: 200,
      grave: true,
      title: 'Access key of the S3 storage',
    }),
    s3_secret_key: T.String({
      default: '',
      maxLength: 200,
      writeOnly: true,
      grave: true,
      title: 'Secret key of the S3 storage',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>

export const bytesPerMb = 1_000_000
