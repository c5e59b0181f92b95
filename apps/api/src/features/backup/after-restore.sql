-- A site goes on as another one after its restore. In this order, before it starts: see "Backup and restore" in docs/operating.md.

-- Long work was asked for at another time of another state, and may have been done since: it does not go on by itself.
UPDATE operations SET status = 'stopped', ended_at = now() WHERE status IN ('queued', 'running', 'paused');
DELETE FROM graphile_worker._private_jobs job USING graphile_worker._private_tasks task
WHERE task.id = job.task_id AND task.identifier IN ('run-operation', 'watch-operation');

-- The time that is lost gave away numbers, which stand in audit logs, links and mails: nothing else gets them.
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, last_value + 1000000) FROM pg_sequences
WHERE schemaname = 'public' AND last_value IS NOT NULL;
