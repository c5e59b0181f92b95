import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['apps/api/test/postgres.global.ts', 'apps/api/test/s3.global.ts'],
    setupFiles: ['apps/api/test/after-file.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Nothing of ours is built when it is imported, so files may share their modules: that saves a quarter of the time.
    isolate: false,
    // More than there are processors: tests of processes and faults mostly wait.
    maxWorkers: 4,
  },
})
