/** The columns of an item's row as lists read it, named as code names them. */
export const STORED_COLUMNS = `id, original_key AS "originalKey", display_key AS "displayKey", thumb_key AS "thumbKey",
  mime_type AS "mimeType", original_name AS "originalName", size_bytes AS size, width, height, placeholder,
  hot_votes AS "hotVotes", not_votes AS "notVotes", views, created_at AS "createdAt"`

export type StoredMediaRow = {
  id: number
  originalKey: string
  displayKey: string | null
  thumbKey: string | null
  mimeType: string
  originalName: string
  /** Bytes. */
  size: number
  width: number
  height: number
  placeholder: Buffer | null
  hotVotes: number
  notVotes: number
  views: number
  createdAt: Date
}
