import { readS3Url } from '../../../platform/files/s3-bucket.js';
import { StartError } from '../../settings/start-error.js';
import { type BackupTarget, FolderTarget } from './backup-target.js';
import { S3Target } from './s3-target.js';

/**
 * Opens a folder, or a bucket that is named as in FILES_URL.
 * @throws StartError for an S3 address that cannot be read, which it does not repeat: it may hold a secret.
 */
export function openTarget(place: string): BackupTarget {
  if (!/^s3:/i.test(place)) return new FolderTarget(place);
  const bucket = readS3Url(place);
  if (bucket === null)
    throw new StartError('An S3 target must be s3://KEY:SECRET@HOST/BUCKET, as in FILES_URL.');
  return new S3Target(bucket);
}
