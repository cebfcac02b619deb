SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/api/openapi.json',
  deepLinking: true,
  displayRequestDuration: true,
  // Its default asks a server of somebody else.
  validatorUrl: null,
})
