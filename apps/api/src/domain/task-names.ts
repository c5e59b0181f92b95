export const taskNames = [
  'sweep-uploads',
  'forget-expired',
  'roll-up-days',
  'erase-media',
  'erase-accounts',
  'apply-retention',
  'back-up',
  'delete-files',
  'read-removed',
  'empty-trash',
  'make-renditions',
  'screen-upload',
  'mail-urgent-reports',
  'mail-digest',
  'skip-mail',
  'send-mail',
  'run-operation',
] as const
export type TaskName = (typeof taskNames)[number]

/** Slow tasks on files. Their jobs are never dropped, so no file is left behind. */
export const FILE_TASKS = ['make-renditions', 'read-removed', 'delete-files'] as const satisfies TaskName[]
