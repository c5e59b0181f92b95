/**
 * Who may import whom (docs/architecture.md). Files are parsed with swc, which sees type-only imports too:
 * a layer that names another layer's types depends on it.
 */

const api = '^apps/api/src/'
const web = '^apps/web/src/'
const shared = '^packages/shared/src/'
const tests = '[.](test|spec)[.]tsx?$|[.]global[.]ts$|^apps/[^/]+/(test|bench|e2e)/'
/** The folder of a screen or feature; `$1` in the rule below is its name. */
const webFeature = '^apps/web/src/features/(admin/[^/]+|[^/]+)/'
const apiFeature = '^apps/api/src/features/([^/]+)/'
/** The layers of the API, from the lowest up; a module imports from its own layer and from those below. */
const domain = `${api}domain/`
const platform = `${api}platform/`
const outsideWorld = `${platform}(db|storage|config|embedded-postgres)/`
const decoder = `${platform}decoder/`
const parts = `${platform}(http|audit|operations|mail|jobs|metrics)/`
const deps = `${api}deps[.]ts$`
const features = `${api}features/`
const apiTop = `${api}(main|run|start|start-site|prepare|app|tasks)[.]ts$`
const checkup = `${api}checkup/`

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'No circular imports, types included.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that cannot be resolved would slip through every rule below.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'shared-needs-zod-only',
      comment: 'The shared package runs in the browser and on the server: zod and itself only.',
      from: { path: shared, pathNot: tests },
      to: { pathNot: [shared, '(^|/)node_modules/zod/'] },
    },
    {
      name: 'apps-apart',
      comment: 'The page and the API know each other by the shared package only.',
      from: { path: '^apps/(api|web)/src/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'no-tests-in-source',
      comment: 'Source imports no tests, benches or browser tests.',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'no-tools-in-source',
      comment: 'What runs needs its own dependencies only: no development dependency, none of the root, but for types.',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: '[.]css$',
      },
    },

    {
      name: 'web-ui-and-lib-below',
      comment: 'ui and lib know neither features nor app.',
      from: { path: `${web}(ui|lib)/` },
      to: { path: `${web}(features|app|main)` },
    },
    {
      name: 'web-lib-below-ui',
      comment: 'lib draws nothing.',
      from: { path: `${web}lib/` },
      to: { path: `${web}ui/` },
    },
    {
      name: 'web-browser-below-calls',
      comment: 'What is made of the browser alone knows no call, no visitor and no operator.',
      from: { path: `${web}lib/browser/` },
      to: { path: `${web}lib/(api|session|operator)/` },
    },
    {
      name: 'web-visitor-and-operator-apart',
      comment: 'Visitor and operator know nothing of each other, and the calls of both know neither.',
      from: { path: `${web}lib/(session|operator|api)/` },
      to: { path: `${web}lib/(session|operator)/`, pathNot: `${web}lib/$1/` },
    },
    {
      name: 'web-features-below-app',
      comment: 'A feature does not know where it is mounted.',
      from: { path: `${web}features/` },
      to: { path: `${web}(app|main)` },
    },
    {
      name: 'web-features-apart',
      comment: 'A feature never imports another feature: compose them in app.',
      from: { path: webFeature },
      to: { path: `${web}features/`, pathNot: `${web}features/$1/` },
    },
    {
      name: 'web-first-load-without-schemas',
      comment:
        'What the first picture waits for carries no zod: of the shared package limits, counts, percentages, which addresses are without ads, e-mail addresses with their texts, addresses of items, why a link failed and how the stage asks for a picture as values, all else as types.',
      from: { path: `${web}(main[.]tsx$|app/|lib/|ui/|features/rate/)`, pathNot: tests },
      to: {
        path: [shared, '(^|/)node_modules/zod/'],
        pathNot: `${shared}(limits|counted|tally|ad-free|email-address|item-address|link-failures|stage-picture)[.]ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },

    {
      name: 'api-main-is-the-top',
      comment: 'Only main and the commands start things; nothing imports them.',
      from: { path: api, pathNot: [tests, `${api}commands/`] },
      to: { path: `${api}(main[.]ts$|commands/)` },
    },
    {
      name: 'api-checkup-is-apart',
      comment: 'The checkup is a program of its own: what runs the site does not know it.',
      from: { path: api, pathNot: [tests, checkup, `${api}commands/`] },
      to: { path: checkup },
    },
    {
      name: 'api-checkup-serves-nothing',
      comment: 'It looks at the site by what the features are made of: it starts nothing, and has no routes.',
      from: { path: checkup, pathNot: tests },
      to: { path: [apiTop, '[.]routes[.]ts$', '(^|/)node_modules/(@types/)?express/'] },
    },
    {
      name: 'api-domain-is-pure',
      comment: 'Pure rules are the lowest layer: zod and the shared package, no Node, Express, database or clock.',
      from: { path: domain, pathNot: tests },
      to: { pathNot: [domain, shared, '(^|/)node_modules/zod/'] },
    },
    {
      name: 'api-outside-world-above-domain',
      comment: 'db, storage, settings and log know pure rules only, none of what is made of them.',
      from: { path: outsideWorld, pathNot: tests },
      to: { path: api, pathNot: [domain, outsideWorld] },
    },
    {
      name: 'api-decoder-above-domain',
      comment: 'What decodes files runs in a process of its own, which has neither settings nor database.',
      from: { path: decoder, pathNot: tests },
      to: { path: api, pathNot: [domain, decoder] },
    },
    {
      name: 'api-parts-below-features',
      comment: 'What features are made of, and the list of dependencies, know neither features nor app.',
      from: { path: [parts, deps], pathNot: tests },
      to: { path: [features, apiTop] },
    },
    {
      name: 'api-features-below-app',
      comment: 'A feature does not know where it is mounted.',
      from: { path: features, pathNot: tests },
      to: { path: apiTop },
    },
    {
      name: 'api-features-by-service',
      comment: 'A feature calls another one by its service, and joins its fragments of SQL.',
      from: { path: apiFeature },
      to: { path: apiFeature, pathNot: ['^apps/api/src/features/$1/', '[.](service|sql)[.]ts$'] },
    },
    {
      name: 'api-routes-are-mounted-once',
      comment: 'Only app mounts routes.',
      from: { path: api, pathNot: [tests, `${api}app[.]ts$`] },
      to: { path: '[.]routes[.]ts$' },
    },
    {
      name: 'api-services-and-queries-without-express',
      comment: 'HTTP ends in the routes file: rules and SQL know no request and no answer.',
      from: { path: '[.](service|queries)[.]ts$' },
      to: { path: '(^|/)node_modules/(@types/)?express/' },
    },
    {
      name: 'api-queries-at-the-bottom',
      comment: 'A query calls no rules.',
      from: { path: '[.]queries[.]ts$' },
      to: { path: '[.](service|routes)[.]ts$' },
    },
  ].map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/web/(dist|[.]tmp)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      mainFields: ['types', 'module', 'main'],
    },
  },
}
