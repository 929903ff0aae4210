import type { Folder } from '../../../contract/schemas/folders.ts'

/** As the list of folders shows it. */
export const sampleFolder: Folder = {
  id: 7,
  title: 'Tax',
  description: null,
  creation_date: '2026-03-01T12:00:00.000Z',
  expiration_date: '2026-12-24T18:00:42.000Z',
  last_upload_time: null,
  is_active: false,
  has_password: true,
  require_email_verification: true,
  allowed_emails: ['a@example.org', 'b@example.org'],
  perform_mime_check: false,
  sender_fields: [],
  notify_by_email: false,
  link_token: 'AAAAAAAAAAAAAAAAAAAAAA',
  has_undownloaded_files: false,
  undownloaded_count: 0,
  file_count: 0,
  total_size: 0,
  quota_bytes: null,
  stored_bytes: 0,
  several: null,
}
